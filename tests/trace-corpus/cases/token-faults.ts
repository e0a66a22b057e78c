import type { CorpusCase } from "../corpus-case.ts";

/** Faults at the token endpoint. */
export const tokenFaultCases: readonly CorpusCase[] = [
  {
    name: "verifier-different",
    done: "Redeems a code with the verifier of another login.",
    logins: 1,
    cause: "token-verifier-mismatch",
  },
  {
    name: "verifier-missing",
    done: "Redeems a code of a login with PKCE without a verifier.",
    logins: 1,
    cause: "token-verifier-missing",
  },
  {
    name: "verifier-unasked",
    done: "Redeems a code of a login without PKCE with a verifier.",
    logins: 1,
    cause: "authz-pkce-missing",
  },
  {
    name: "redirect-differs",
    done: "Redeems a code with another redirect URI.",
    logins: 1,
    cause: "token-redirect-differs",
  },
  {
    name: "client-differs",
    done: "Redeems a code as another client.",
    logins: 1,
    cause: "token-client-differs",
  },
  {
    name: "secret-in-browser",
    done: "Redeems a code with a client secret from the page.",
    logins: 1,
    cause: "token-secret-in-browser",
  },
  {
    name: "code-used-twice",
    done: "Redeems a code, then the same code again.",
    logins: 1,
    cause: "token-code-reused",
  },
  {
    name: "code-used-twice-at-once",
    done: "Redeems a code twice at the same time.",
    logins: 1,
    cause: "token-code-reused",
  },
  {
    name: "callback-reloaded",
    done: "Redeems a code, reloads the callback and redeems it again.",
    logins: 1,
    cause: "token-code-reused",
  },
  {
    name: "code-late",
    done: "Redeems a code six minutes after the response; codes live for five.",
    logins: 1,
    cause: "token-code-late",
    derived:
      "The tenant's clock moved six minutes ahead; the times of the last request were moved with it.",
  },
  {
    name: "token-web-origin",
    done: "Redeems a code from an origin that the client does not allow; CORS hides the answer.",
    logins: 1,
    cause: "token-cors",
  },
  {
    name: "token-rate-limit",
    done: "Redeems a code over the tenant's rate limit.",
    logins: 1,
    cause: "token-rate",
  },
  {
    name: "token-server-error",
    done: "Redeems a code while the token endpoint is unavailable.",
    logins: 1,
    cause: "token-server-error",
  },
  {
    name: "token-html",
    done: "Redeems a code at an address that answers with a page.",
    logins: 1,
    cause: "token-content-type",
  },
  {
    name: "token-blocked",
    done: "Redeems a code; the browser blocks the request.",
    logins: 1,
    cause: "net-blocked",
  },
  {
    name: "grant-refused",
    done: "Redeems a code as a client that may not use codes.",
    logins: 1,
    cause: "token-grant-refused",
  },
  {
    name: "confidential-client",
    done: "Uses the client credentials grant from a page without a secret.",
    cause: "token-client-type",
    others: ["token-cors"],
  },
  {
    name: "scope-less",
    done: "Logs in with PKCE for a scope that is not granted.",
    logins: 1,
    cause: "token-scope-less",
  },
  {
    name: "refresh-raced",
    done: "Uses one refresh token twice at the same time.",
    renewals: 2,
    cause: "token-refresh-raced",
  },
  {
    name: "refresh-used-again",
    done: "Uses a refresh token, then the same one again.",
    renewals: 2,
    cause: "token-refresh-reused",
  },
  {
    name: "refresh-missing",
    done: "Logs in with PKCE without offline_access, then refreshes without a token.",
    logins: 1,
    renewals: 1,
    cause: "token-refresh-expected",
  },
  {
    name: "password-grant",
    done: "Logs in with a password at the token endpoint.",
    logins: 1,
    others: ["token-password-grant"],
  },
  {
    name: "password-grant-mfa",
    done: "Logs in with a password at the token endpoint; a second factor is required.",
    logins: 1,
    cause: "token-mfa-required",
    others: ["token-password-grant"],
  },
  {
    name: "password-grant-wrong",
    done: "Logs in with a wrong password at the token endpoint.",
    logins: 1,
    cause: "token-invalid_grant",
    others: ["token-password-grant"],
  },
  {
    name: "exchange-type-unknown",
    done: "Exchanges a token of a type without a profile.",
    cause: "token-exchange-type",
  },
  {
    name: "user-info-expired",
    done: "Logs in with PKCE, then asks for user info with an expired access token.",
    logins: 1,
    cause: "at-expired",
    derived:
      "The tenant's clock moved a minute ahead; the times of the last requests were moved with it.",
  },
  {
    name: "user-info-id-token",
    done: "Logs in with PKCE, then asks for user info with the ID token.",
    logins: 1,
    cause: "at-wrong-audience",
  },
];
