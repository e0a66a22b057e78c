import { isJsonObject, type JsonObject } from "../../encoding/json.ts";
import { showHidden } from "../../encoding/show-hidden.ts";
import { kindOfUse, kinds, otherJwt, readWord, type Content, type Kind } from "./kind-table.ts";
import type { TokenKind, TokenUse } from "./token-kind.ts";

/** The facts from outside the token that help to decide its kind. */
export interface KindHints {
  /** The use of the token in a run, which is known. */
  use?: TokenUse;
  /** The name before the token in the text, such as `id_token`. */
  name?: string;
  clientId?: string;
}

/** The kind of a token, and the facts that decided it. */
interface Decision {
  kind: Kind;
  evidence: string[];
}

export interface DecidedKind {
  /** The rules to apply: those of an ID token for a token under that name. */
  use: TokenUse;
  /** The kind of the token itself. */
  kind: Kind;
  /** The same for a report. */
  tokenKind: TokenKind;
}

/**
 * Decides the kind of a JWT by the strongest evidence: the run, `typ` in the header, a claim that
 * names the kind, the claims that only one kind has, the name in the text, and then claims that are
 * usual for one kind.
 *
 * A token under the name of an ID token is used as one, whatever its own kind is. The rules for ID
 * tokens apply then (`use`), and `kind` is the kind of the token itself.
 */
export function decideKind(token: Content, hints: KindHints = {}): DecidedKind {
  const misused = findMisuse(token, hints);
  const { kind, evidence } =
    decideByUse(token, hints) ??
    misused ??
    decideByType(token.header) ??
    decideByWord(token.payload) ??
    decideByOwnClaims(token) ??
    decideByName(hints.name) ??
    decideByUsualClaims(token, hints) ??
    noDecision;
  const use = hints.use === undefined && misused !== undefined ? "id_token" : kind.use;
  return { use: use ?? "unknown", kind, tokenKind: describeKind({ kind, evidence }, token) };
}

const noDecision: Decision = {
  kind: otherJwt,
  evidence: ["no typ, claim or name of a particular kind"],
};

function decideByUse({ header }: Content, { use }: KindHints): Decision | undefined {
  if (use === undefined) return undefined;
  const typed = decideByType(header)?.kind;
  const kind = typed?.use === use ? typed : kindOfUse(use);
  return { kind, evidence: ["its place in the response"] };
}

/** Decides about a token under the name of an ID token that its content contradicts. */
function findMisuse(token: Content, { use, name }: KindHints): Decision | undefined {
  const named = decideByName(name);
  if (use !== undefined || named?.kind.use !== "id_token") return undefined;
  const other = findOtherKind(token);
  if (other !== undefined) {
    return { kind: other.kind, evidence: [...other.evidence, ...named.evidence] };
  }
  // An issuer can add the remaining claims of access tokens to its ID tokens.
  return decideByOwnClaims(token)?.kind.use === "access_token" ? named : undefined;
}

/** Returns the kind of a token whose `typ` or claims tell that it is no ID token. */
export function findOtherKind(token: Content): Decision | undefined {
  const declared = decideByType(token.header) ?? decideByWord(token.payload);
  if (declared !== undefined) return declared.kind.use === "id_token" ? undefined : declared;
  const own = decideByOwnClaims(token);
  if (own?.kind.use !== "access_token") return own?.kind.use === "id_token" ? undefined : own;
  const strong = ["scope", "scp", "gty", "client_id"].filter((name) => name in token.payload);
  if (strong.length === 0) return undefined;
  return { ...own, evidence: [`${strong.length === 1 ? "claim" : "claims"} ${strong.join(", ")}`] };
}

/** Returns the media type in `typ` without its prefix (RFC 7515, section 4.1.9), in lower case. */
export function readType(header: JsonObject): string {
  const { typ } = header;
  return typeof typ === "string" ? typ.toLowerCase().replace(/^application\//u, "") : "";
}

/** Returns true if `typ` alone tells the kind of a token. */
export function isTypeOfKind(header: JsonObject): boolean {
  return decideByType(header) !== undefined;
}

function decideByType(header: JsonObject): Decision | undefined {
  const type = readType(header);
  const kind = kinds.find(({ types }) => types?.includes(type) === true);
  return kind && { kind, evidence: [`header typ ${type}`] };
}

function decideByWord(payload: JsonObject): Decision | undefined {
  const named = readWord(payload);
  if (named === undefined) return undefined;
  const kind = kinds.find(({ words }) => words?.includes(named.word) === true);
  return kind && { kind, evidence: [`claim ${named.claim} ${named.word}`] };
}

function decideByOwnClaims(token: Content): Decision | undefined {
  for (const kind of kinds) {
    const evidence = kind.recognize?.(token);
    if (evidence !== undefined) return { kind, evidence };
  }
  return undefined;
}

function decideByName(name: string | undefined): Decision | undefined {
  if (name === undefined) return undefined;
  const kind = kinds.find((one) => one.name?.test(name) === true);
  return kind && { kind, evidence: [`the name ${showHidden(name)} in the text`] };
}

/** Decides by claims that several kinds can have, but that are usual for one. */
function decideByUsualClaims(token: Content, { clientId }: KindHints): Decision | undefined {
  if (clientId !== undefined && token.payload["aud"] === clientId) {
    return { kind: kindOfUse("id_token"), evidence: ["claim aud is the client ID"] };
  }
  for (const kind of kinds) {
    const evidence = kind.recognizeUsual?.(token);
    if (evidence !== undefined) return { kind, evidence };
  }
  return undefined;
}

function describeKind({ kind, evidence }: Decision, { payload }: Content): TokenKind {
  const { id, title } = kind;
  const { cnf } = payload;
  const member = isJsonObject(cnf) ? ["jkt", "x5t#S256"].find((name) => name in cnf) : undefined;
  if (kind.use !== "access_token" || member === undefined) return { id, title, evidence };
  const bound = member === "jkt" ? "a DPoP key" : "a client certificate";
  return {
    id,
    title: `${title}, bound to ${bound}`,
    evidence: [...evidence, `claim cnf with ${member}`],
  };
}
