import { lostState, providerFailed, serverDown } from "../causes.ts";
import { at, hasCode, hasTokens, wasPosted } from "../conditions.ts";
import type { MeaningRow } from "../meaning.ts";

const section = "RFC 6749, section 4.1.2";

/** Stops at the callback, and at the application's own server. */
export const callbackRows: readonly MeaningRow[] = [
  {
    step: ["callback"],
    by: ["server", "nobody"],
    when: wasPosted,
    title: "The application did not accept the posted response",
    means: "The response came with a POST of another site, to which browsers add few cookies.",
    causes: [
      {
        cause: "The browser did not send the session cookie with the POST.",
        check: "Look for the header Cookie in this request, and for SameSite at the cookie.",
        remedy:
          "Set the cookie of the login with SameSite=None; Secure, or use a code in the query.",
      },
      {
        cause: "The server's protection against forged requests refused the POST.",
        check: "Look at the server's log.",
        remedy: "Exclude the callback from this protection: state protects it.",
      },
    ],
    requirement: "OAuth 2.0 Form Post Response Mode, section 2; RFC 6265bis, section 5.8.3",
  },
  {
    step: ["callback"],
    by: ["server"],
    codes: ["invalid_client"],
    title: "The application's server could not authenticate at the provider",
    means: "The server redeemed the code, and the provider refused its credentials.",
    causes: [
      {
        cause: "The client secret of the server is wrong or has expired.",
        check: "Compare it with the settings of the application.",
        remedy: "Configure the current secret at the server.",
      },
    ],
    requirement: "RFC 6749, section 5.2",
  },
  {
    step: ["callback"],
    by: ["server"],
    codes: ["404", "405"],
    title: "The application has no page at the callback URL",
    means: "The provider sent the response, and the server does not know this address.",
    causes: [
      {
        cause: "The callback URL of the request is not that of the application's route.",
        check: "Compare redirect_uri with the routes of the application.",
        remedy: "Correct redirect_uri or the route, also in the list of the provider.",
      },
      {
        cause: "A static host serves no file for this path.",
        check: "Open the path without its parameters in a tab.",
        remedy: "Let the host serve the application for all paths.",
      },
    ],
    requirement: section,
  },
  {
    step: ["callback"],
    by: ["server"],
    codes: ["400", "401", "403", "422"],
    title: "The application's server refused the response",
    means: "The server checks the response against the login that it started.",
    causes: [
      {
        cause: "The server found no login that fits: its session cookie was lost.",
        check: "Look for the cookie that the server set before the login, in this request.",
        remedy: "Start and end the login at one host, and set SameSite=Lax or None; Secure.",
      },
      {
        cause: "The server could not redeem the code.",
        check: "Look at the server's log for the response of the token endpoint.",
        remedy: "Correct the client secret, the redirect URI or the PKCE settings of the server.",
      },
      {
        cause: "The callback was loaded again with the same response.",
        check: "Look for an earlier request of the callback.",
        remedy: "Redirect to another page after the login.",
      },
    ],
    requirement: section,
  },
  {
    step: ["callback"],
    by: ["server"],
    title: "The application's server failed at the callback",
    means: "The response arrived, and the server did not end the login.",
    causes: [
      {
        cause: "The server could not redeem the code.",
        check: "Look at the server's log for the response of the token endpoint.",
        remedy: "Correct the client secret, the redirect URI or the PKCE settings of the server.",
      },
      {
        cause: "The server found no login that fits: its session cookie was lost.",
        check: "Look for the cookie that the server set before the login, in this request.",
        remedy: "Start and end the login at one host, and set SameSite=Lax or None; Secure.",
      },
      {
        cause: "The server's code failed.",
        check: "Look at the server's log.",
        remedy: "Correct the code.",
      },
    ],
    requirement: section,
  },
  {
    step: ["callback"],
    by: ["nobody"],
    when: hasCode,
    title: "Nothing redeemed the code",
    means: "The code arrived at the callback, and no token request followed.",
    causes: [
      lostState,
      {
        cause: "The page at the callback does not handle the response.",
        check: "Does the page call the library, and with the same client and response mode?",
        remedy: "Call the library's method for the callback on this page.",
      },
      {
        cause: "A server of the application redeems the code, and shows no user.",
        check: "Look at the server's log, and for its session cookie.",
        remedy: "Let the server set its session, and redirect to a page of the user.",
      },
    ],
    requirement: "RFC 6749, section 4.1.3",
  },
  {
    step: ["callback"],
    by: ["nobody"],
    when: hasTokens,
    title: "The page did not use the tokens of its response",
    means: "The tokens arrived in the redirect, and nothing followed.",
    causes: [
      lostState,
      {
        cause: "The page at the callback does not handle the response.",
        check: "Does the page call parseHash or the like?",
        remedy: "Call the library's method for the callback on this page.",
      },
    ],
    requirement: "RFC 6749, section 4.2.2",
  },
  {
    step: ["callback"],
    by: ["nobody"],
    when: at("handover"),
    title: "The login did not continue after the server took the response",
    means: "The page gave the response to its server, and nothing followed.",
    causes: [lostState],
    requirement: section,
  },
  {
    step: ["callback"],
    by: ["nobody"],
    title: "Nothing followed the callback",
    means: "The browser reached the callback, and the login did not continue.",
    causes: [
      {
        cause: "The response has neither a code nor tokens.",
        check: "Look at the address of the callback. A redirect can have removed its parameters.",
        remedy: "Keep the query and the fragment in each redirect of the application.",
      },
      lostState,
    ],
    requirement: section,
  },
  {
    step: ["callback"],
    by: ["provider"],
    title: "The provider failed after the callback",
    means: "The provider received a request of the callback, and answered with an error.",
    causes: [providerFailed, serverDown],
    requirement: section,
  },
];
