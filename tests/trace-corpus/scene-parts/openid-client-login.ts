import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import type { Fields } from "./urls.ts";

/** The transaction that a server remembers during a login. */
export interface Pending {
  readonly codeVerifier: string;
  readonly state: string;
  readonly nonce: string;
  /** The path to which the user returns. */
  readonly to: string;
}

/** Begins a login, after which the user returns to this path. */
export const createPending = (to: string): Pending => ({
  codeVerifier: randomPKCECodeVerifier(),
  state: randomState(),
  nonce: randomNonce(),
  to,
});

/** The parameters that each of the servers sends. */
export const parametersOf = async (pending: Pending, callback: string, scope: string) => ({
  redirect_uri: callback,
  scope,
  state: pending.state,
  nonce: pending.nonce,
  code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
  code_challenge_method: "S256",
});

interface LoginSettings {
  /** The path to which the user returns. */
  readonly to: string;
  readonly callback: string;
  readonly scope: string;
  /** Parameters of this request alone. */
  readonly added?: Fields;
}

/** Begins a login: returns what the server remembers, and the URL to which it sends the browser. */
export async function beginLogin(
  config: Configuration,
  { to, callback, scope, added = {} }: LoginSettings,
): Promise<Pending & { readonly url: string }> {
  const pending = createPending(to);
  const sent = await parametersOf(pending, callback, scope);
  return { ...pending, url: buildAuthorizationUrl(config, { ...sent, ...added }).href };
}

/** Redeems the code of a response, which must repeat the values of the login. */
export const finishLogin = (
  config: Configuration,
  response: URL | Request,
  { codeVerifier, state, nonce }: Pending,
  checks: { readonly maxAge?: number } = {},
) =>
  authorizationCodeGrant(config, response, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
    ...checks,
  });

/** Returns a text of the ID token's claims, such as the user's name. */
export function claimOf(tokens: TokenEndpointResponseHelpers, name: string): string {
  const value = tokens.claims()?.[name];
  return typeof value === "string" ? value : "nobody";
}

/** Discovers a provider, as a server does when it starts. */
export const connect = (
  origin: string,
  clientId: string,
  authentication: ClientAuth,
  extensions: ((config: Configuration) => void)[] = [],
): Promise<Configuration> =>
  discovery(new URL(origin), clientId, undefined, authentication, {
    execute: [allowInsecureRequests, ...extensions],
  });
