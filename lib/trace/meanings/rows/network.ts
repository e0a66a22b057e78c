import {
  blockedByExtension,
  errorWithoutCors,
  originNotAllowed,
  serverDown,
  withoutCors,
  wrongAddress,
} from "../causes.ts";
import { at, isInFrame } from "../conditions.ts";
import type { MeaningRow } from "../meaning.ts";
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

/** The browser's own reasons, at any step: Chromium's net errors and Firefox's blocked reasons. */
export const blockedRows: readonly MeaningRow[] = [
  {
    step: anyStep,
    by: ["browser", "network"],
    codes: ["net::ERR_BLOCKED_BY_CLIENT", "net::ERR_BLOCKED_BY_CLIENT.Inspector"],
    title: "The request was blocked before it left the browser",
    means: "An extension, a policy or DevTools blocked the request.",
    causes: [
      blockedByExtension,
      {
        cause: "DevTools blocks the request.",
        check: "Open the drawer “Network request blocking” of DevTools.",
        remedy: "Remove the pattern.",
      },
    ],
    requirement: "Chromium: net error codes",
  },
  {
    step: anyStep,
    by: ["browser", "network"],
    codes: ["csp", "net::ERR_BLOCKED_BY_CSP"],
    title: "The page's content security policy blocked the request",
    means: "The policy of the page does not list this address.",
    causes: [
      {
        cause: "connect-src, frame-src or form-action does not list the provider.",
        check: "Read the Console: the message names the directive.",
        remedy: "Add the provider's origin to the directive that the Console names.",
      },
    ],
    requirement: "Content Security Policy Level 3, section 6",
  },
  {
    step: anyStep,
    by: ["browser", "network"],
    codes: ["mixed-content", "net::ERR_BLOCKED_BY_MIXED_CONTENT"],
    title: "The browser blocked a plain http request of an https page",
    means: "A page on https may not call an address on http.",
    causes: [wrongAddress],
    requirement: "Mixed Content, section 4.4",
  },
  {
    step: anyStep,
    by: ["browser", "network", "provider"],
    codes: ["net::ERR_BLOCKED_BY_RESPONSE"],
    when: isInFrame,
    title: "The response may not be shown in a frame",
    means:
      "The response forbids frames, as error pages of providers do. The page gets no message from it.",
    causes: [
      {
        cause: "The provider answered the silent request with an error page.",
        check: "Read the status and the response of this request.",
        remedy: "Correct the request: its callback URL, its client, and its web origin.",
      },
      originNotAllowed,
    ],
    requirement: "Content Security Policy Level 3, section 6.4.2 (frame-ancestors)",
  },
  {
    step: anyStep,
    by: ["browser", "network"],
    codes: ["net::ERR_BLOCKED_BY_RESPONSE"],
    title: "A header of the response forbids its use here",
    means: "A cross-origin policy of the response (CORP, COEP or COOP) blocked it.",
    causes: [
      {
        cause: "Cross-Origin-Resource-Policy or Cross-Origin-Embedder-Policy blocks the response.",
        check: "Read these headers of the page and of the response.",
        remedy: "Loosen the policy for this resource.",
      },
    ],
    requirement: "Fetch Standard, section 3.7 (Cross-Origin-Resource-Policy)",
  },
  {
    step: anyStep,
    by: ["network"],
    codes: [
      "net::ERR_CERT_AUTHORITY_INVALID",
      "net::ERR_CERT_COMMON_NAME_INVALID",
      "net::ERR_CERT_DATE_INVALID",
      "net::ERR_SSL_PROTOCOL_ERROR",
      "NS_ERROR_UNKNOWN",
    ],
    title: "The browser did not trust the server's certificate",
    means: "The connection was closed before the request was sent.",
    causes: [
      {
        cause: "The certificate is self-signed, has expired or is of another host.",
        check: "Open the URL in a tab, and read the browser's warning.",
        remedy: "Install a certificate that the browser trusts.",
      },
      wrongAddress,
    ],
    requirement: "RFC 9110, section 4.3.4",
  },
  {
    step: anyStep,
    by: ["network"],
    codes: ["net::ERR_NAME_NOT_RESOLVED", "NS_ERROR_UNKNOWN_HOST"],
    title: "The host does not exist",
    means: "The name of the host was not found.",
    causes: [wrongAddress],
    requirement: "RFC 9110, section 4.3.3",
  },
  {
    step: anyStep,
    by: ["network"],
    codes: [
      "net::ERR_CONNECTION_REFUSED",
      "net::ERR_CONNECTION_RESET",
      "net::ERR_CONNECTION_TIMED_OUT",
      "net::ERR_INTERNET_DISCONNECTED",
      "net::ERR_EMPTY_RESPONSE",
      "NS_ERROR_CONNECTION_REFUSED",
      "NS_ERROR_NET_TIMEOUT",
      "NS_ERROR_NET_RESET",
    ],
    title: "The server did not answer",
    means: "The browser got no connection, or no response on it.",
    causes: [serverDown, wrongAddress],
    requirement: "RFC 9110, section 4.3.3",
  },
  {
    step: anyStep,
    by: ["browser", "network", "nobody"],
    codes: ["net::ERR_ABORTED", "NS_BINDING_ABORTED"],
    title: "The page ended the request",
    means: "The page was left, loaded again, or cancelled the request.",
    causes: [
      {
        cause: "The page navigated before the response arrived.",
        check: "Look for a navigation or a form that was sent at the same time.",
        remedy: "Prevent the default action of the form or link that starts the request.",
      },
    ],
    requirement: "Fetch Standard, section 2 (aborted)",
  },
];

/** Stops by browser and network without a reason that says more. */
export const networkRows: readonly MeaningRow[] = [
  {
    step: anyStep,
    by: ["browser", "network"],
    when: at("token", "api-call", "user-info", "management", "discovery", "embedded-login"),
    title: "The page cannot read the response",
    means: "The page sees only “Failed to fetch” or “NetworkError”.",
    causes: [errorWithoutCors, withoutCors, blockedByExtension, serverDown],
    requirement: "Fetch Standard, section 4.9 (CORS check)",
  },
  {
    step: anyStep,
    by: ["network"],
    title: "The request had no response",
    means: "The browser reports no status for this request.",
    causes: [serverDown, blockedByExtension, wrongAddress],
    requirement: "RFC 9110, section 15",
  },
  {
    step: anyStep,
    by: ["browser"],
    title: "The browser blocked the request",
    means: "The request or its response did not pass a check of the browser.",
    causes: [withoutCors, blockedByExtension],
    requirement: "Fetch Standard, section 4",
  },
];
