import type { AuthMessage } from "../../../message.ts";
import { readParameter } from "../../../parameters.ts";
import type { PreparedFlow } from "../../../prepared-flow.ts";
import { isExchangeGrant } from "./read-grant.ts";
import type { RefusalRow } from "./refusal-row.ts";

// One refusal each of three grants. `token-errors.ts` tries more specific rows between them.

/** The grant of an authorization code: what was sent is none. */
export const tokenAsCode: RefusalRow = {
  id: "token-not-code",
  title: "The page sent an access token in place of a code",
  requirement: "RFC 6749, sections 4.1.3 and 4.2.2",
  applies: isTokenAsCode,
  why: "The page asked for response_type=token, and got an access token in its URL. It is ready for use: there is nothing to redeem.",
  remedy:
    "Use the token as it is, or better, ask for response_type=code with PKCE, and redeem the code of that response.",
  shown: ["grant_type", "code"],
};

/** The grant of a password, which alone is not enough. */
export const factorRequired: RefusalRow = {
  id: "token-mfa-required",
  title: "The provider requires a second factor",
  applies: ({ error }) => error === "mfa_required",
  why: "The password was right, and the user has to prove a second factor with the mfa_token of the response.",
  remedy:
    "Log in with a redirect, where the provider asks for it; or call the MFA API with the mfa_token.",
  shown: ["grant_type"],
};

/** The exchange of another token (RFC 8693). */
export const exchangeRefused: RefusalRow = {
  id: "token-exchange-type",
  title: "The provider cannot exchange this type of token",
  requirement: "RFC 8693, section 2.2.2",
  applies: isExchangeGrant,
  why: "No token exchange profile has this subject_token_type, or its action refused the token.",
  remedy: "Compare subject_token_type with the token exchange profiles of the tenant.",
  shown: ["subject_token_type"],
};

/** Returns true for a code that an earlier response delivered as an access token. */
function isTokenAsCode({ request }: AuthMessage, { previous }: PreparedFlow): boolean {
  const code = readParameter(request, "code");
  return (
    code !== undefined &&
    previous.some(
      ({ response }) => readParameter(response?.parameters ?? [], "access_token") === code,
    )
  );
}
