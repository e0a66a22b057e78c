import type { Contradiction } from "../contradiction.ts";
import {
  allowedHeaders,
  allowedOrigin,
  askedHeaders,
  blockedOrigin,
  originWithCredentials,
  permissionWithoutCredentials,
  preflight,
  refererWithSecret,
  secretOfCallback,
  statusOfPreflight,
} from "../readers/browser.ts";
import { discoveredIssuer, addressedIssuer } from "../readers/discovery.ts";
import {
  authorizationEndpoint,
  promptNone,
  scriptedAuthorization,
  topLevelDestination,
} from "../readers/request.ts";
import type { StopStep } from "../../stop/stop.ts";

const anyStep: readonly StopStep[] = [
  "discovery",
  "request",
  "provider",
  "response",
  "callback",
  "token",
  "api",
  "renewal",
  "logout",
];

/** The values that a browser compares, and secrets that leave the page. */
export const browserRows: readonly Contradiction[] = [
  {
    id: "authorization-by-script",
    left: scriptedAuthorization,
    right: authorizationEndpoint,
    relation: "never",
    requirement: "RFC 6749, section 3.1; Fetch Standard, section 4.9",
    title: "A script called the authorization endpoint",
    why: "The endpoint shows pages to a user and redirects. A browser does not let a script of another origin read the response.",
    remedy: "Navigate to the URL: location.assign(url), or authorize() of the library.",
    refused: { at: ["request"], by: ["browser", "network"] },
  },
  {
    id: "preflight-refused",
    left: preflight,
    right: statusOfPreflight,
    relation: "never",
    requirement: "Fetch Standard, section 4.8 (CORS-preflight fetch)",
    title: "The server refused the preflight request",
    why: "A preflight needs a status from 200 to 299. The browser sends no token with it, and did not send the request after it.",
    remedy:
      "Let the server answer OPTIONS before it checks for a token or redirects, and allow the page's origin.",
    refused: { at: anyStep, by: ["browser", "network"] },
  },
  {
    id: "cors-credentials",
    left: originWithCredentials,
    right: permissionWithoutCredentials,
    relation: "never",
    requirement: "Fetch Standard, section 4.9 (CORS check)",
    title: "The response does not allow a request with credentials",
    why: "The page sent cookies. A browser then needs exactly the page's origin and Access-Control-Allow-Credentials: true.",
    remedy:
      "Leave out credentials if the server takes the access token. Otherwise, let the server answer with this origin and allow credentials.",
    copy: originWithCredentials,
    refused: { at: anyStep, by: ["browser"] },
  },
  {
    id: "cors-origin",
    left: blockedOrigin,
    right: allowedOrigin,
    relation: "equal-or-star",
    requirement: "Fetch Standard, section 4.9 (CORS check)",
    title: "The server does not allow the page's origin",
    why: "The browser compared the page's origin with the allowed one, and hid the response from the page.",
    remedy:
      "Add the origin to the allowed web origins of the application, or to the CORS settings of the API.",
    copy: blockedOrigin,
    refused: { at: anyStep, by: ["browser"] },
  },
  {
    id: "cors-headers",
    left: askedHeaders,
    right: allowedHeaders,
    relation: "one-of",
    requirement: "Fetch Standard, section 4.8 (CORS-preflight fetch)",
    title: "The preflight response does not allow a header of the request",
    why: "The browser asked for these headers, and the server did not allow all of them. So the browser did not send the request.",
    remedy: "Add the header to Access-Control-Allow-Headers, or do not send it.",
    copy: askedHeaders,
    refused: { at: anyStep, by: ["browser", "network"] },
  },
  {
    id: "prompt-none-at-top-level",
    left: promptNone,
    right: topLevelDestination,
    relation: "never",
    requirement: "OpenID Connect Core, section 3.1.2.1",
    title: "The page asked for a silent login in its own window",
    why: "With prompt=none, the provider shows no page. It returns an error if the user has no session.",
    remedy: "Use prompt=none in a hidden frame (checkSession), and leave it out in a window.",
  },
  {
    id: "code-in-referer",
    left: secretOfCallback,
    right: refererWithSecret,
    relation: "never",
    requirement: "RFC 9700, section 4.2.4",
    title: "The callback's URL leaked to another origin",
    why: "A request to another origin had the callback's URL with its parameters in the Referer header.",
    remedy:
      "Send Referrer-Policy: no-referrer with the callback page, and load nothing of another origin before its URL is clean.",
    isLeak: true,
  },
  {
    id: "discovery-of-other-issuer",
    left: discoveredIssuer,
    right: addressedIssuer,
    relation: "equal",
    requirement: "OpenID Connect Discovery, section 4.3; RFC 8414, section 3.3",
    title: "The discovery document names another issuer than its own address",
    why: "A client must refuse a document of another issuer, because its tokens would come from another place.",
    remedy:
      "Use the domain that the issuer names in the whole application, such as the custom domain.",
    copy: discoveredIssuer,
    refused: { at: ["discovery"], by: ["nobody", "page"], silentlyAt: "discovery" },
    isToleratedInUse: true,
  },
];
