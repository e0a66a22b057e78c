import {
  callbackNotAllowed,
  clientUnknown,
  grantTurnedOff,
  malformedRequest,
  providerFailed,
  serverDown,
  tooManyRequests,
  wrongAddress,
} from "../causes.ts";
import { at, hasLoginPage, isInFrame } from "../conditions.ts";
import type { MeaningRow } from "../meaning.ts";

const request = "RFC 6749, section 4.1.2.1";

/** Stops at discovery, at the authorization request and at its relatives. */
export const requestRows: readonly MeaningRow[] = [
  {
    step: ["discovery"],
    by: ["provider", "server"],
    title: "The provider's documents could not be read",
    means: "The client reads the provider's endpoints or keys at this address first.",
    causes: [
      {
        cause: "The configured issuer or domain is wrong.",
        check: "Open the issuer with /.well-known/openid-configuration in a tab.",
        remedy: "Configure the issuer exactly as the document names it.",
      },
      providerFailed,
    ],
    requirement: "OpenID Connect Discovery, section 4",
  },
  {
    step: ["discovery"],
    by: ["nobody"],
    title: "No login followed the discovery",
    means: "The client read the provider's documents, and sent no authorization request.",
    causes: [
      {
        cause: "The client refused the document.",
        check: "Look at the Console. Compare issuer in the document with its address.",
        remedy: "Configure the issuer exactly as the document names it.",
      },
      {
        cause: "The user has not started a login yet.",
        check: "Use the login button of the page.",
        remedy: "Nothing is to be corrected.",
      },
    ],
    requirement: "OpenID Connect Discovery, section 4.3",
  },
  {
    step: ["request"],
    by: ["provider"],
    codes: ["429", "too_many_requests", "slow_down"],
    title: "The provider limits the rate of login requests",
    means: "The provider received more requests than it accepts in this time.",
    causes: [tooManyRequests],
    requirement: "RFC 6585, section 4",
  },
  {
    step: ["request"],
    by: ["provider"],
    when: at("pushed-request"),
    title: "The provider refused the pushed authorization request",
    means: "The endpoint checks the client and all parameters before the login starts.",
    causes: [
      {
        cause: "The client did not authenticate as it is registered.",
        check: "Compare the authentication method of the application with the request.",
        remedy: "Authenticate with the registered method.",
      },
      malformedRequest,
      callbackNotAllowed,
    ],
    requirement: "RFC 9126, section 2.3",
  },
  {
    step: ["request"],
    by: ["provider"],
    when: at("device-authorization"),
    title: "The provider refused to start a device login",
    means: "The endpoint issues a device code to known clients with this grant only.",
    causes: [grantTurnedOff, clientUnknown, malformedRequest],
    requirement: "RFC 8628, section 3.2",
  },
  {
    step: ["request"],
    by: ["provider"],
    codes: ["403"],
    when: isInFrame,
    title: "The provider refused the silent request",
    means: "A tenant answers 403 if it may not post the response to the page's origin.",
    causes: [
      {
        cause: "The page's origin is not among the allowed web origins.",
        check: "Compare the page's origin with the allowed web origins of the application.",
        remedy: "Add exactly this origin to the allowed web origins.",
      },
    ],
    requirement: "Contract of the library, checkSession",
  },
  {
    step: ["request"],
    by: ["provider"],
    codes: ["400", "401", "403", "404", "422"],
    title: "The provider refused the authorization request with a page",
    means: "The provider shows an error itself if it cannot trust the callback URL or the client.",
    causes: [callbackNotAllowed, clientUnknown, malformedRequest, wrongAddress],
    requirement: request,
  },
  {
    step: ["request"],
    by: ["provider"],
    codes: ["500", "502", "503", "504", "server_error", "temporarily_unavailable"],
    title: "The provider failed at the authorization request",
    means: "The provider, or a proxy before it, answered with an error of its own.",
    causes: [providerFailed],
    requirement: "RFC 9110, section 15.6",
  },
  {
    step: ["request"],
    by: ["provider", "server"],
    title: "The provider refused the authorization request",
    means: "The provider showed no login page and sent no response.",
    causes: [callbackNotAllowed, clientUnknown, malformedRequest],
    requirement: request,
  },
  {
    step: ["request"],
    by: ["nobody"],
    when: isInFrame,
    title: "The frame got no response that the page could use",
    means: "The library waits for a message of the frame until its timeout.",
    causes: [
      {
        cause: "The provider showed a page in the frame instead of posting a message.",
        check: "Read the response of this request.",
        remedy: "Log in with interaction.",
      },
      callbackNotAllowed,
    ],
    requirement: "Contract of the library, checkSession",
  },
  {
    step: ["request"],
    by: ["nobody"],
    when: at("device-authorization"),
    title: "No token request followed the device code",
    means: "The device asks for tokens while its user enters the code.",
    causes: [
      {
        cause: "The device stopped to ask, or the user has not entered the code.",
        check: "Look for token requests with the grant device_code.",
        remedy: "Ask again in the interval of the response until the code expires.",
      },
    ],
    requirement: "RFC 8628, section 3.4",
  },
  {
    step: ["request"],
    by: ["nobody"],
    when: hasLoginPage,
    title: "The login page was left",
    means: "The provider showed a page, and no response followed.",
    causes: [
      {
        cause: "The user has not finished the login.",
        check: "Is the login page still open?",
        remedy: "Finish the login.",
      },
      {
        cause: "The login page does not send its form.",
        check: "Look at the Console of the login page.",
        remedy: "Correct the page or its content security policy (form-action).",
      },
    ],
    requirement: request,
  },
  {
    step: ["request"],
    by: ["nobody"],
    title: "Nothing followed the authorization request",
    means: "The provider answered, and neither a login page nor a response was seen.",
    causes: [
      {
        cause: "The page went back to the start, or opened the request in another window.",
        check: "Look for another tab or window, and for a second authorization request.",
        remedy: "Inspect the window in which the login continues.",
      },
      {
        cause: "The user left the page.",
        check: "Start the login again.",
        remedy: "Nothing is to be corrected.",
      },
      serverDown,
    ],
    requirement: request,
  },
];
