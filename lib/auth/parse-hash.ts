import {
  acceptResponse,
  findMissingToken,
  refuseState,
  type AuthResult,
  type ResponseContext,
} from "./accept-response.ts";
import { AuthError } from "./auth-error.ts";
import {
  findResponseError,
  readHash,
  type AuthorizationResponse,
} from "./authorization-response.ts";
import { checkResponseType, takeOptions, wrongOption } from "./options.ts";
import type { Transaction, TransactionStore } from "./transactions.ts";

/** Options of `parseHash`. */
export interface ParseHashOptions {
  /** The fragment to read. Default: that of the page's address. */
  readonly hash?: string | undefined;
  /** The state that the response must carry, for a request whose state the caller made and kept. */
  readonly state?: string | undefined;
  /** The nonce that the ID token must carry. Default: that of the login that `authorize` began. */
  readonly nonce?: string | undefined;
  /** What the response must contain. Default: the constructor's. */
  readonly responseType?: string | undefined;
}

type CheckedOptions = Partial<Record<"hash" | "state" | "nonce" | "responseType", string>>;

/**
 * Checks the options of `parseHash`.
 *
 * @throws TypeError that names the option which is wrong
 */
export function readParseHashOptions(options: unknown): CheckedOptions {
  const given = takeOptions(options ?? {});
  const checked: CheckedOptions = {};
  for (const name of ["hash", "state", "nonce", "responseType"] as const) {
    const value = given[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== "string") throw wrongOption(name, "give a string");
    checked[name] = value;
  }
  checkResponseType(checked.responseType ?? "");
  return checked;
}

/**
 * Judges the fragment of a redirect.
 *
 * @returns null when it is no response, or holds no token
 * @throws AuthError the service's own error, `invalid_hash` or `invalid_token`
 * @see OpenID Connect Core 1.0, section 3.2.2.8; RFC 6749, section 10.12 (state)
 */
export async function judgeHash(
  hash: string,
  options: CheckedOptions,
  transactions: TransactionStore,
  context: ResponseContext,
): Promise<AuthResult | null> {
  const response = readHash(hash);
  const failure = findResponseError(response);
  if (failure !== null) {
    if (response.state !== undefined) await transactions.take(response.state);
    throw failure;
  }
  if (!response.access_token && !response.id_token && !response.refresh_token) return null;
  requireTokens(response, context.settings.responseType || (options.responseType ?? ""));
  const transaction = await matchState(response, options, transactions);
  requireTokens(response, transaction.responseType ?? "");
  return acceptResponse(
    response,
    {
      ...transaction,
      nonce: options.nonce ?? transaction.nonce,
      appState: options.state ?? transaction.appState,
    },
    context,
  );
}

/** The login that a response answers. One whose state the caller checks need not have begun here. */
async function matchState(
  { state }: AuthorizationResponse,
  options: CheckedOptions,
  transactions: TransactionStore,
): Promise<Transaction> {
  if (state === undefined) throw refuseState("state_missing");
  if (options.state !== undefined && options.state !== state) throw refuseState("state_different");
  const lookup = await transactions.take(state);
  if ("transaction" in lookup) return lookup.transaction;
  if (options.state === undefined) throw refuseState(lookup.missing);
  return {};
}

function requireTokens(response: AuthorizationResponse, responseType: string): void {
  const missing = findMissingToken(response, responseType);
  if (missing === undefined) return;
  throw new AuthError({
    error: "invalid_hash",
    errorDescription: `The response must contain ${missing}, as asked for with the response type "${responseType}", and does not.`,
    reason: "token_missing",
    state: response.state,
  });
}
