import type { CorpusCase } from "../corpus-case.ts";

/** Calls after a login, and requests that are no login. */
export const callCases: readonly CorpusCase[] = [
  { name: "user-info", done: "Logs in with PKCE, then asks for user info.", logins: 1 },
  {
    name: "user-info-in-query",
    done: "Logs in with PKCE, then asks for user info with the token in the query.",
    logins: 1,
    cause: "ui-query-token",
  },
  {
    name: "management-scope",
    done: "Logs in with PKCE, then calls the Management API with a token for user info.",
    logins: 1,
    cause: "at-wrong-audience",
  },
  {
    name: "discovery",
    done: "Reads the discovery document, logs in with PKCE and reads the keys.",
    logins: 1,
  },
  {
    name: "discovery-issuer",
    done: "Reads a discovery document that names another issuer.",
    cause: "disc-issuer",
  },
  { name: "token-exchange", done: "Exchanges a token of another system." },
  {
    name: "device-code",
    done: "Gets a device code, and polls twice until the user has confirmed; the tenant has no such route.",
    logins: 1,
  },
  {
    name: "pushed-request",
    done: "Pushes an authorization request and logs in with it; the tenant has no such route.",
    logins: 1,
  },
];
