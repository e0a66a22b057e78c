import { isRefused } from "../read-token-requests.ts";
import { comparisons, type RefusalRow } from "./refusal-row.ts";

/** Refusals that are told by their error code alone. The last row is for all other codes. */
export const codedRefusals: readonly RefusalRow[] = [
  {
    id: "token-invalid_grant",
    title: "The provider refused the credentials or the code",
    yieldsTo: comparisons,
    applies: ({ error }) => error === "invalid_grant" || error === "bad_verification_code",
    why: "What was sent is wrong, expired, used or of another client. The code alone does not tell which.",
    remedy: "Check the causes in this order.",
    causes: [
      {
        cause: "A password or a one-time code is wrong, or the user is blocked.",
        check: "Is the grant a password or a one-time code?",
        remedy: "Try it at the provider's own page.",
      },
      {
        cause: "The authorization code has expired or was used.",
        check: "Compare the times, and look for a second request with the code.",
        remedy: "Redeem each code once, at once.",
      },
      {
        cause: "The code belongs to another client, redirect_uri or verifier.",
        check: "Compare the parameters with those of the login.",
        remedy: "Use one configuration.",
      },
    ],
    forCode: {
      title: "The provider refused the code",
      why: "The code has expired, was used before, or belongs to another login. The capture shows no difference between the login and the token request.",
      remedy: "Check the causes in this order.",
      causes: [
        {
          cause: "The code has expired or was used before.",
          check:
            "Compare the times, and look for a second request with the code, also in a worker.",
          remedy: "Redeem each code once, at once.",
        },
        {
          cause: "The code belongs to another login, for example of a second tab.",
          check: "Compare client_id, redirect_uri and verifier with those of the login.",
          remedy: "Keep the values of each login apart, by its state.",
        },
      ],
    },
    shown: ["grant_type"],
  },
  {
    id: "token-scope-invalid",
    title: "The provider refused the scope of the token request",
    applies: ({ error }) => error === "invalid_scope",
    why: "A scope is unknown, malformed or not allowed for this client; or a refresh asks for more than the login got.",
    remedy: "Send scopes that the provider lists, separated by one space, or none at all.",
    shown: ["scope", "grant_type"],
  },
  {
    id: "token-device-expired",
    title: "The user did not finish the device's login in time",
    requirement: "RFC 8628, section 3.5",
    applies: ({ error }) => error === "expired_token",
    why: "The device code has expired before the user entered its code and agreed.",
    remedy: "Begin again with a new code, and show the user how long it lives (expires_in).",
    shown: ["grant_type"],
  },
  {
    id: "token-denied",
    title: "The provider denied the tokens",
    requirement: "RFC 6749, section 5.2; RFC 8628, section 3.5",
    applies: ({ error }) => error === "access_denied",
    why: "The client and its request are right. The user declined, or a rule of the provider refuses this user, this client or this API.",
    remedy:
      "Read the quoted description, and look at the provider's log at this time. Compare the audience with the APIs that the client may call.",
    shown: ["grant_type", "audience", "resource", "scope"],
  },
  {
    id: "token-interaction",
    title: "The provider needs the user before it issues tokens",
    requirement: "OpenID Connect Core, section 3.1.2.6",
    applies: ({ error }) => /^(?:interaction|login|consent)_required$/u.test(error ?? ""),
    why: "The session or the consent is not enough any more: a second factor, a new password, a policy or a new scope asks for the user. A token request cannot show a page.",
    remedy:
      "Start a login with interaction. If the response has claims, send them with it as the parameter claims.",
    shown: ["grant_type", "scope"],
  },
  {
    id: "token-target-invalid",
    title: "The provider refused the API of the token request",
    requirement: "RFC 8707, section 2.2",
    applies: ({ error }) => error === "invalid_target",
    why: "The API that resource or audience names is unknown, malformed, not open to this client, or was not part of the login.",
    remedy: "Send the identifier of the API exactly as the provider lists it, and as in the login.",
    shown: ["resource", "audience", "scope"],
  },
  {
    id: "token-dpop-refused",
    title: "The provider refused the DPoP proof of the token request",
    requirement: "RFC 9449, section 5",
    yieldsTo: ["dpop-proof"],
    applies: ({ error }) => error === "invalid_dpop_proof",
    why: "The proof is missing, malformed, too old or signed by another key than it names.",
    remedy:
      "Send one new proof with each request: htm and htu of this request, iat by a right clock, and the public key in jwk.",
    shown: ["grant_type", "client_id"],
  },
  {
    id: "token-refused",
    title: "The provider refused the token request",
    yieldsTo: [...comparisons, "token-cors"],
    applies: isRefused,
    why: "The provider's error code and its description, quoted here, tell why.",
    remedy: "Correct the parameter that the description names.",
    shown: ["grant_type", "client_id"],
  },
];
