import {
  allowInsecureRequests,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
} from "openid-client";

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

/** The values that the response and the tokens of a login must repeat. */
export const checksOf = ({ codeVerifier, state, nonce }: Pending) => ({
  pkceCodeVerifier: codeVerifier,
  expectedState: state,
  expectedNonce: nonce,
  idTokenExpected: true,
});

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
