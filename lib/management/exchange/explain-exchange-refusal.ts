import type { ExchangeRefusalReason } from "./exchange-schemas.ts";
import type { FailureCause } from "../refusals/management-error.ts";

export interface ExchangeRefusalExplanation {
  reason: ExchangeRefusalReason;
  message: string;
  causes: FailureCause[];
  isFailedAttempt: boolean;
}

const clientErrors = ["invalid_client"];
const grantErrors = ["unauthorized_client", "unsupported_grant_type"];

// The service has one code for a subject token that the action rejects and for no matching profile.
const invalidRequestCauses: readonly FailureCause[] = [
  {
    what: "The action found the subject token invalid.",
    check:
      "Read the action's message above, and check that the token is complete and has not expired.",
    field: "subject_token",
  },
  {
    what: "No token exchange profile of the tenant has this subject token type.",
    check: "Compare it with the list of profiles, character by character.",
    field: "subject_token_type",
  },
  {
    what: "The client may not use this profile.",
    check:
      "At the tenant, the client must be a first-party client that allows token exchange with custom authentication.",
    field: "client_id",
  },
  {
    what: "The audience or the scope is unknown to the tenant.",
    check: "Omit both and try again.",
    field: "audience",
  },
];

/** Explains a refused exchange, with a remedy, by status and error code alone. */
export function explainExchangeRefusal(
  status: number,
  errorCode: string | undefined,
): ExchangeRefusalExplanation {
  const quiet = { causes: [], isFailedAttempt: false };
  if (status === 429 && errorCode === "too_many_attempts") {
    return {
      ...quiet,
      reason: "throttled",
      message:
        "The tenant blocks exchanges from this IP address because too many have failed. It allows about one every ten minutes until some time has passed without failures.",
    };
  }
  if (status === 429) {
    return {
      ...quiet,
      reason: "rate-limited",
      message: "Rate limit reached. Wait a moment, then try again.",
    };
  }
  if (status >= 500) {
    return {
      ...quiet,
      reason: "server-error",
      message: `The exchange failed: server error (status ${status}). Check the action's log, then try again.`,
    };
  }
  if (errorCode !== undefined && clientErrors.includes(errorCode)) {
    return {
      ...quiet,
      reason: "client-refused",
      message:
        "The tenant rejected this client. Check the client ID, and whether the client needs its secret.",
    };
  }
  if (errorCode !== undefined && grantErrors.includes(errorCode)) {
    return {
      ...quiet,
      reason: "grant-not-allowed",
      message:
        "The tenant does not allow token exchange for this client. Allow it in the client's settings at the tenant.",
    };
  }
  if (errorCode === "mfa_required") {
    return {
      ...quiet,
      reason: "mfa-required",
      message:
        "The tenant requires a second factor, which an exchange cannot provide. Exchange a token of a user without a second factor.",
    };
  }
  if (errorCode === "invalid_request") {
    return {
      reason: "invalid-request",
      message: "The exchange was rejected. Several causes have the same response: check each one.",
      causes: invalidRequestCauses.map((cause) => ({ ...cause })),
      isFailedAttempt: true,
    };
  }
  if (status >= 400 && errorCode !== undefined) {
    return {
      reason: "refused-by-action",
      message:
        "The exchange was rejected with an error code of the action, or with an undocumented one. Read the tenant's message, and the action's log at the tenant.",
      causes: [],
      isFailedAttempt: true,
    };
  }
  return {
    ...quiet,
    reason: "unexpected",
    message: `The exchange got status ${status} without an error code, which is not a token endpoint response. Check the tenant's domain in the options.`,
  };
}
