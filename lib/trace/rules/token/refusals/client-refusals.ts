import type { AuthMessage } from "../../../message.ts";
import { readParameter } from "../../../parameters.ts";
import { hasClientSecret, isRefused } from "../read-token-requests.ts";
import { comparisons, type RefusalRow } from "./refusal-row.ts";

/** The provider refused the secret of a client. */
export const secretRefused: RefusalRow = {
  id: "token-secret-wrong",
  title: "The provider refused the client's secret",
  requirement: "RFC 6749, section 2.3.1",
  applies: (message) =>
    message.error === "incorrect_client_credentials" ||
    (isClientRefused(message) && hasClientSecret(message)),
  why: "The secret is wrong or has expired, or the application authenticates in another way than it sent: in the header (client_secret_basic) or in the form (client_secret_post).",
  remedy:
    "Compare the secret and the authentication method with the application's settings. If a page sent the secret, use a public client without one.",
  shown: ["client_id", "grant_type"],
};

/** The provider does not know who asks, or does not let this client ask. */
export const clientRefusals: readonly RefusalRow[] = [
  {
    id: "token-client-missing",
    title: "The token request does not name its client",
    yieldsTo: comparisons,
    requirement: "RFC 6749, section 3.2.1",
    applies: (message) =>
      isRefused(message) &&
      ["invalid_client", "invalid_request"].includes(message.error ?? "") &&
      !hasClient(message),
    why: "The request has neither client_id nor another authentication of the client, so the provider cannot tell who redeems the code.",
    remedy: "Send the client_id of the login with the token request.",
    shown: ["client_id", "grant_type"],
  },
  {
    id: "token-client-type",
    title: "The client must authenticate, and a page cannot",
    yieldsTo: comparisons,
    requirement: "RFC 6749, section 2.3; RFC 10017, section 6.3.3.1",
    applies: (message) =>
      isOfOtherType(message) || (isClientRefused(message) && !hasClientSecret(message)),
    why: "The application is registered as a confidential client, and the request has no secret. A page must not have one.",
    remedy:
      "Register a single-page application (a public client, authentication method none), and use its client_id.",
    shown: ["client_id", "grant_type"],
  },
  {
    id: "token-grant-refused",
    title: "The client may not use this grant",
    applies: ({ error }) => error === "unauthorized_client" || error === "unsupported_grant_type",
    why: "The grant type is turned off for this application.",
    remedy:
      "Allow the grant type in the application's advanced settings, or log in by another one.",
    shown: ["grant_type", "client_id"],
  },
];

function hasClient(message: AuthMessage): boolean {
  const names = ["client_id", "client_assertion"];
  return (
    hasClientSecret(message) || names.some((name) => Boolean(readParameter(message.request, name)))
  );
}

/** Some providers answer 401 to a wrong password too, and have other codes for the client. */
function isClientRefused({ exchange, error }: AuthMessage): boolean {
  if (error === "invalid_client") return true;
  return (
    exchange.status === 401 && [undefined, "unauthorized_client", "access_denied"].includes(error)
  );
}

/** The code of one provider for a page whose client is registered as a server. */
function isOfOtherType({ response }: AuthMessage): boolean {
  return /\b9002326\b/u.test(readParameter(response, "error_codes") ?? "");
}
