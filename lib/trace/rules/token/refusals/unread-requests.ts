import { readHeader, type Exchange } from "../../../exchange.ts";
import type { AuthMessage } from "../../../message.ts";
import { isOwnRefresh } from "./read-grant.ts";
import type { RefusalRow } from "./refusal-row.ts";

/** The endpoint did not read the parameters: something else answered, or they are not a form. */
export const unreadRequests: readonly RefusalRow[] = [
  {
    id: "token-rate",
    title: "The token endpoint limits the rate",
    requirement: "RFC 6585, section 4; RFC 9110, section 10.2.3",
    applies: ({ exchange }) => exchange.status === 429,
    why: "The provider refused the request because too many came in a short time.",
    remedy: "Wait until the time that the response names, and find out what repeats the request.",
    shown: ["grant_type"],
  },
  {
    id: "token-server-error",
    title: "The token endpoint failed",
    applies: ({ exchange }) => exchange.status >= 500,
    why: "The provider, or a proxy before it, answered with an error of its own.",
    remedy: "Try again with a growing delay, and look at the provider's status.",
    shown: ["grant_type"],
  },
  {
    id: "token-endpoint-wrong",
    title: "There is no token endpoint at this address",
    requirement: "RFC 6749, section 3.2",
    applies: ({ exchange, error }) =>
      (exchange.status === 404 || exchange.status === 405) &&
      error === undefined &&
      !isInAddress(exchange),
    why: "A token endpoint answers a wrong request with an error code in JSON. This server does not know the address, or does not take POST there.",
    remedy:
      "Compare the address with token_endpoint in the provider's discovery document, including the realm or tenant in its path, and with the path of a proxy.",
    shown: ["grant_type"],
  },
  {
    id: "token-blocked",
    title: "Something before the token endpoint refused the request",
    requirement: "RFC 9110, section 15.5.4; RFC 6749, section 5.2",
    applies: ({ exchange, error }) =>
      error === undefined && exchange.status === 403 && isHtml(exchange),
    why: "A token endpoint refuses with 400 or 401 and a code in JSON. A page with 403 comes from a firewall, a bot protection or a rule for networks and countries.",
    remedy:
      "Read the page in the Response tab, and ask who runs what is before the provider to let requests of scripts to this address pass.",
    shown: ["grant_type"],
  },
  {
    id: "token-query",
    title: "The parameters of the token request are in its address",
    requirement: "RFC 6749, section 3.2",
    applies: ({ exchange }) => isInAddress(exchange),
    why: "A token endpoint reads the body alone, and finds no parameter there. Addresses are also in logs and histories: the code and all else in this one counts as disclosed.",
    remedy:
      "Send the parameters with new URLSearchParams({ … }) as the body, and nothing after the ? of the address.",
    shown: ["grant_type"],
  },
  {
    id: "token-body-format",
    title: "The token request is not a form",
    requirement: "RFC 6749, section 4.1.3; appendix B",
    applies: (message, { isTenant }) =>
      !isOwnRefresh(message) &&
      (!isTenant || message.exchange.status === 415) &&
      isOtherBody(message),
    why: "The parameters of a token request are sent as application/x-www-form-urlencoded. This provider reads no other body, so it finds no parameter in it.",
    remedy:
      "Send the parameters with new URLSearchParams({ … }) as the body: the browser then sets the right content type.",
    shown: ["grant_type"],
  },
];

function isInAddress({ url, requestBody = "" }: Exchange): boolean {
  const isInQuery = URL.parse(url)?.searchParams.has("grant_type") === true;
  return isInQuery && !requestBody.includes("grant_type");
}

function isHtml({ responseHeaders, responseBody }: Exchange): boolean {
  const type = readHeader(responseHeaders, "content-type");
  return type === undefined
    ? responseBody.state === "text" && responseBody.mimeType.includes("html")
    : /html/iu.test(type);
}

/** A provider that reads the body as a form finds nothing in JSON. */
function isOtherBody({ exchange, error }: AuthMessage): boolean {
  const type = readHeader(exchange.requestHeaders, "content-type");
  const isForm = type === undefined || /^application\/x-www-form-urlencoded\b/iu.test(type);
  const codes = [undefined, "invalid_request", "unsupported_grant_type", "invalid_client"];
  return !isForm && exchange.status >= 400 && codes.includes(error);
}
