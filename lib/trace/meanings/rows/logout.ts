import { clientUnknown, providerFailed } from "../causes.ts";
import { at } from "../conditions.ts";
import type { MeaningRow } from "../meaning.ts";

const section = "OpenID Connect RP-Initiated Logout, section 3";
const returnNotAllowed = {
  cause: "The URL to return to is not in the list of logout URLs.",
  check: "Compare returnTo or post_logout_redirect_uri with the allowed logout URLs.",
  remedy: "Add exactly this URL to the allowed logout URLs of the application or the tenant.",
};
const withoutClient = {
  cause: "The request names no client, so the tenant's own list applies.",
  check: "Look for client_id or id_token_hint in the request.",
  remedy: "Send client_id, or add the URL to the list of the tenant.",
};

/** Stops of logouts, and of revocations. */
export const logoutRows: readonly MeaningRow[] = [
  {
    step: ["logout"],
    by: ["provider"],
    when: at("revocation"),
    title: "The provider refused to revoke the token",
    means: "The token stays valid until it expires.",
    causes: [
      {
        cause: "The client did not authenticate, or the token is of another client.",
        check: "Compare client_id and the authentication method with the application.",
        remedy: "Send the request as the client that got the token.",
      },
      {
        cause: "The provider cannot revoke this type of token.",
        check: "Read the error code: unsupported_token_type.",
        remedy: "Revoke the refresh token in its place.",
      },
    ],
    requirement: "RFC 7009, section 2.2.1",
  },
  {
    step: ["logout"],
    by: ["provider"],
    codes: ["500", "502", "503", "504"],
    title: "The provider failed at the logout",
    means: "The session can still be open.",
    causes: [providerFailed],
    requirement: "RFC 9110, section 15.6",
  },
  {
    step: ["logout"],
    by: ["provider", "server"],
    title: "The provider refused the logout",
    means: "The provider shows an error in place of the application.",
    causes: [returnNotAllowed, withoutClient, clientUnknown],
    requirement: section,
  },
  {
    step: ["logout"],
    by: ["nobody"],
    title: "The logout stayed at the provider",
    means: "The session ended, and the provider did not return to the application.",
    causes: [
      {
        cause: "The request has no URL to return to.",
        check: "Look for returnTo or post_logout_redirect_uri in the request.",
        remedy: "Send the URL to return to, and add it to the list.",
      },
      returnNotAllowed,
      {
        cause: "The provider asks the user to confirm the logout.",
        check: "Read the response of this request.",
        remedy: "Send id_token_hint with the logout.",
      },
    ],
    requirement: section,
  },
];
