import { createPkce, randomText } from "./pkce.ts";

/** What an application remembers from the start of a login to its end. */
export interface Attempt {
  readonly verifier: string;
  /** The parameters of a request for a code with PKCE. */
  readonly parameters: {
    readonly client_id: string;
    readonly redirect_uri: string;
    readonly response_type: string;
    readonly scope: string;
    readonly state: string;
    readonly nonce: string;
    readonly code_challenge: string;
    readonly code_challenge_method: string;
  };
}

/** Prepares a login with a code and PKCE. */
export function createAttempt(
  redirectUri: string,
  { clientId = "shop-web", scope = "openid profile email" } = {},
): Attempt {
  const { verifier, challenge } = createPkce();
  return {
    verifier,
    parameters: {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope,
      state: randomText(),
      nonce: randomText(),
      code_challenge: challenge,
      code_challenge_method: "S256",
    },
  };
}
