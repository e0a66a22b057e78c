import { readMember, readText } from "../../encoding/json.ts";
import { shorten } from "../../encoding/shorten.ts";
import { showHiddenInLine } from "../../encoding/show-hidden.ts";
import type { SeenExchange, TokenRole } from "../../messages/seen-token.ts";
import { decodeToken } from "../../tokens/decode-token.ts";
import { decideKind } from "../../tokens/kinds/decide-kind.ts";
import { describeMoment } from "../../tokens/relative-time.ts";

/** The facts about a token that a list shows. None of them is verified. */
export interface TokenFacts {
  /** The kind in words, such as “Access token (opaque)”. */
  kind: string;
  subject?: string;
  issuer?: string;
  /** Unix time in ms. */
  expiresAt?: number;
}

const titles = { id: "ID token", access: "Access token", refresh: "Refresh token" } as const;
const uses = { id: "id_token", access: "access_token" } as const;

/** Decodes a token for a list. `role` is undefined for a token that no known response carried. */
export function describeSeenToken(
  token: string,
  role: TokenRole | undefined,
  exchange?: SeenExchange,
): TokenFacts {
  const decoded = decodeToken(token);
  const title = role === undefined ? undefined : titles[role];
  const life = role === "access" ? Number(exchange?.response["expires_in"] ?? Number.NaN) : NaN;
  const announced = (exchange?.receivedAt ?? Number.NaN) + life * 1000;
  if (!decoded.ok) {
    const form = decoded.failure.code === "encrypted" ? "encrypted" : "opaque";
    return {
      kind:
        title === undefined
          ? `${form === "opaque" ? "Opaque" : "Encrypted"} token`
          : `${title} (${form})`,
      ...(isTime(announced) ? { expiresAt: announced } : {}),
    };
  }
  const { payload } = decoded.token;
  const use = role === undefined || role === "refresh" ? undefined : uses[role];
  const kind =
    role === "refresh"
      ? titles.refresh
      : decideKind(decoded.token, use === undefined ? {} : { use }).tokenKind.title;
  const [subject, issuer] = ["sub", "iss"].map((name) => readShort(readMember(payload, name)));
  const expiry = Number(readMember(payload, "exp")) * 1000;
  const expiresAt = isTime(expiry) && typeof payload["exp"] === "number" ? expiry : announced;
  return {
    kind,
    ...(subject === undefined ? {} : { subject }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(isTime(expiresAt) ? { expiresAt } : {}),
  };
}

/** Returns true for a time that a `Date` can hold. */
function isTime(milliseconds: number): boolean {
  return Math.abs(milliseconds) <= 8.64e15;
}

function readShort(value: unknown): string | undefined {
  const text = readText(value);
  if (text === undefined || text === "") return undefined;
  return showHiddenInLine(shorten(text, 200));
}

/** Returns the remaining life of a token in words. */
export function describeLife(expiresAt: number | undefined, now: number): string {
  if (expiresAt === undefined) return "expiry unknown";
  const moment = describeMoment(expiresAt, now);
  if (moment === "now") return "expires now";
  return expiresAt > now ? `expires ${moment}` : `expired ${moment}`;
}

/** The units of `describeMoment` in ms, largest first. */
const units = [365 * 24 * 3600_000, 24 * 3600_000, 3600_000, 60_000, 1000];

/** Returns the delay in ms until `describeLife` gives another text. */
export function untilLifeChanges(expiresAt: number, now: number): number {
  const left = expiresAt - now;
  const unit = units.find((size) => Math.abs(left) >= size) ?? 1000;
  return left > 0 ? (left % unit) + 1 : unit - (-left % unit);
}
