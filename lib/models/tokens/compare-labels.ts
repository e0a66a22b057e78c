import { shorten } from "../../encoding/shorten.ts";
import type { InspectionContext } from "../../tokens/inspect-token.ts";
import { readMember, readText } from "../../encoding/json.ts";
import { showHiddenInLine } from "../../encoding/show-hidden.ts";
import type { ComparableToken } from "../../tokens/compare/read-comparable.ts";
import type { FoundToken } from "../../tokens/input/find-tokens.ts";
import { decideKind } from "../../tokens/kinds/decide-kind.ts";
import type { TokenKind } from "../../tokens/kinds/token-kind.ts";
import type { TokenOrigin } from "./token-field-model.ts";

/** Names a token without its text. */
export interface TokenLabel {
  /** Such as "ID token" or "Opaque token". */
  what: string;
  kind: TokenKind["id"];
  /** Unix time in ms at which the user kept the token. */
  keptAt?: number;
  subject?: string;
}

const kinds = {
  encrypted: "Encrypted token",
  opaque: "Opaque token",
  unreadable: "Unreadable token",
} as const;
const maxSubject = 40;

/** Describes a token by its kind and its subject. */
export function describeToken(
  token: ComparableToken,
  found: Pick<FoundToken, "name">,
  origin: TokenOrigin,
): TokenLabel {
  if (token.kind !== "signed") return { what: kinds[token.kind], kind: "opaque" };
  const content = { header: token.header.values, payload: token.claims.values };
  const { tokenKind } = decideKind(content, {
    ...useOf(origin),
    ...(found.name === undefined ? {} : { name: found.name }),
  });
  const label = { what: tokenKind.title, kind: tokenKind.id };
  const subject = readText(readMember(token.claims.values, "sub"));
  if (subject === undefined) return label;
  return { ...label, subject: showHiddenInLine(shorten(subject, maxSubject)) };
}

function useOf(origin: TokenOrigin): Pick<InspectionContext, "use"> {
  if (origin.kind === "run") return { use: useInRun[origin.name] };
  return origin.kind === "captured" && origin.use !== undefined ? { use: origin.use } : {};
}

const useInRun = { "ID token": "id_token", "access token": "access_token" } as const;

const nouns: Readonly<Partial<Record<TokenKind["id"], string>>> = {
  "id-token": "an ID token",
  "access-token": "an access token",
  "logout-token": "a logout token",
  "dpop-proof": "a DPoP proof",
};

/** Explains that two tokens differ because they are of two kinds; undefined if they are not. */
export function explainKinds(first: TokenLabel, second: TokenLabel): string | undefined {
  const [one, other] = [nouns[first.kind], nouns[second.kind]];
  if (one === undefined || other === undefined || one === other) return undefined;
  return `The first is ${one}, the second ${other}: tokens of two kinds have different claims.`;
}
