import { shorten } from "../../encoding/shorten.ts";
import { showHiddenInLine } from "../../encoding/show-hidden.ts";
import type { SeenToken, TokenRole } from "../../messages/seen-token.ts";
import { findExchange } from "./collect-seen-tokens.ts";
import { describeSeenToken, type TokenFacts } from "./describe-seen-token.ts";
import type { PageToken } from "./page-tokens.ts";
import type { SeenOrigin } from "./token-field-model.ts";

/** A token as the list shows it. */
export interface SeenRow extends TokenFacts {
  id: string;
  /** The remaining life in words. */
  life: string;
  /** The run, the exchange or the place in the page. */
  source: string;
  /** When it was seen: Unix time in ms. */
  at: number;
  isInspected: boolean;
}

/** A row before the time is known: its facts take the decoding of a token. */
interface TimelessRow extends Omit<SeenRow, "life" | "isInspected"> {
  token: string;
  role: TokenRole | undefined;
}

/** Returns the tokens of this browser session and of the page, newest first, each once. */
export function listRows(
  stored: readonly SeenToken[],
  ofPage: readonly PageToken[],
): TimelessRow[] {
  const known = new Set(stored.map(({ token }) => token));
  const pageRows = ofPage
    .filter(({ token }) => !known.has(token))
    .map(({ id, token, role, area, key, at }) => ({
      ...describeSeenToken(token, role),
      id,
      token,
      role,
      at,
      source: `Page: ${area} ${shortenKey(key)}`,
    }));
  const storedRows = stored.map(({ id, token, role, exchange, source, seenAt }) => ({
    ...describeSeenToken(token, role, exchange),
    id,
    token,
    role,
    at: seenAt,
    source: describeSource(source),
  }));
  return [...pageRows, ...storedRows].toSorted((one, other) => other.at - one.at);
}

/** The tokens that facts of a login apply to. A refresh token has no claims to check. */
const judgedNames = { id: "ID token", access: "access token", refresh: undefined } as const;

/** The name that a token has in a response (RFC 6749, section 5.1). */
const memberNames = { id: "id_token", access: "access_token", refresh: "refresh_token" } as const;

/** Returns what the token of a row is inspected against. */
export function originOf(
  { id, kind, role }: TimelessRow,
  stored: readonly SeenToken[],
): SeenOrigin {
  const seen = stored.find((one) => one.id === id);
  const exchange = seen && findExchange(seen, stored);
  const label = `Seen token: ${kind}`;
  const name = role === undefined ? undefined : judgedNames[role];
  if (name !== undefined && exchange !== undefined) return { kind: "run", label, name, exchange };
  return { kind: "seen", label, ...(role === undefined ? {} : { name: memberNames[role] }) };
}

function describeSource(source: SeenToken["source"]): string {
  return source.kind === "run"
    ? `Run: ${source.title}`
    : `Popup: exchange, ${showHiddenInLine(source.profile)}`;
}

function shortenKey(key: string): string {
  return showHiddenInLine(shorten(key, 120));
}
