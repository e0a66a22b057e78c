import { decodeToken, type DecodedToken } from "../../../tokens/decode-token.ts";
import { readHeader, type Exchange } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { wasCalledAgain } from "./was-called-again.ts";

/** A call with an access token. */
export interface ApiCall {
  message: AuthMessage;
  token: string;
  /** Missing for an opaque token. */
  decoded?: DecodedToken;
}

/**
 * Lists the calls of a flow that sent a token (RFC 6750, section 2.1) and were refused with 401. A
 * page that got a new token and called again has handled the refusal.
 */
export function listRefusedCalls(prepared: PreparedFlow): ApiCall[] {
  const { flow, context } = prepared;
  return flow.messages.flatMap((message) => {
    const { kind, exchange } = message;
    if (!["user-info", "management", "api-call"].includes(kind) || exchange.status !== 401) {
      return [];
    }
    if (wasCalledAgain(exchange, context)) return [];
    const token = readToken(exchange);
    if (token === undefined || wasHandled(exchange, token, prepared)) return [];
    const decoding = decodeToken(token);
    return [{ message, token, ...(decoding.ok ? { decoded: decoding.token } : {}) }];
  });
}

/**
 * Returns true if the API accepted another token later, as after a new login, or if the user had
 * logged out: the page that still polls then is another one.
 */
function wasHandled(
  { url, startedAt }: Exchange,
  token: string,
  { flow, context }: PreparedFlow,
): boolean {
  const accepted = context.accepted.get(new URL(url).origin) ?? [];
  if (accepted.some((each) => each.token !== token && each.at > startedAt)) return true;
  return context.logouts.some(
    (each) =>
      each.host === flow.host && each.startedAt > flow.startedAt && each.startedAt < startedAt,
  );
}

/** Returns the bearer token of a request; undefined without one. */
export function readToken({ requestHeaders }: Exchange): string | undefined {
  const header = readHeader(requestHeaders, "authorization") ?? "";
  return /^Bearer +(\S+)$/iu.exec(header)?.[1];
}
