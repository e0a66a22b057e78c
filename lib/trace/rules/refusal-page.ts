import { readHeader, type Exchange } from "../exchange.ts";
import type { AuthMessage } from "../message.ts";
import type { PreparedFlow } from "../prepared-flow.ts";

/** What a page of the provider shows of a request that it refused. */
export interface RefusalPage {
  /** An error code of a standard that the page shows. */
  code?: string;
  /** True if the page repeats the value that was sent. */
  repeats(value: string | undefined): boolean;
  /** True if the page names this parameter. */
  names(parameter: string): boolean;
  /** The URLs in the page that are not the one that was sent. */
  listUrls(except: string): string[];
}

/** The codes of providers for a redirect URI that they do not allow. */
export const redirectErrors: ReadonlySet<string> = new Set([
  "invalid_redirect_uri",
  "redirect_uri_mismatch",
  "redirect_mismatch",
]);

/** RFC 6749, section 4.1.2.1; OpenID Connect Dynamic Client Registration, section 3.3. */
const codes =
  /\b(?:invalid_redirect_uri|redirect_uri_mismatch|redirect_mismatch|invalid_client|unauthorized_client|invalid_request|invalid_scope|unsupported_response_type)\b/u;

/** Codes of one provider that mean the same. */
const vendorCodes: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/\bAADSTS50011\b/u, "redirect_uri_mismatch"],
  [/\bAADSTS700016\b/u, "invalid_client"],
];

/** The maximum number of characters that are searched. These pages are small. */
const maxPage = 65_536;

/**
 * Returns the authorization request that the provider refused with a page of its own: it does not
 * redirect to a URL that it does not trust (RFC 6749, section 4.1.2.1). Status 403 is the refusal
 * of a web origin, 429 that of the rate. Some providers show such a page with status 200.
 */
export function findRefusedRequest({ flow }: PreparedFlow): AuthMessage | undefined {
  const { authorization, response, messages } = flow;
  if (authorization === undefined || response !== undefined) return undefined;
  const { exchange } = authorization;
  const isRefusal =
    exchange.status >= 400 &&
    exchange.status < 500 &&
    exchange.status !== 429 &&
    !isForbidden(exchange) &&
    !isOffer(exchange);
  const isShown = exchange.status === 200 && messages.every(({ kind }) => kind !== "login-page");
  return isRefusal || (isShown && isErrorPage(authorization)) ? authorization : undefined;
}

/** Returns true for an answer of something before the provider: a firewall, or a password for all. */
export function isForbidden({ status, responseHeaders }: Exchange): boolean {
  const challenge = readHeader(responseHeaders, "www-authenticate") ?? "";
  return status === 403 || status === 451 || (status === 401 && /^basic\b/iu.test(challenge));
}

/** RFC 4559: the provider offers a login by the operating system, and its own page beside it. */
function isOffer({ status, responseHeaders }: Exchange): boolean {
  const challenge = readHeader(responseHeaders, "www-authenticate") ?? "";
  return status === 401 && /^(?:negotiate|ntlm)\b/iu.test(challenge);
}

/** A page for the user has a form; a page about the client or its redirect URI has none. */
function isErrorPage(message: AuthMessage): boolean {
  const { responseBody } = message.exchange;
  if (responseBody.state !== "text" || /<(?:form|input)\b/iu.test(responseBody.text)) return false;
  const code = readRefusalPage(message)?.code;
  return code !== undefined && (redirectErrors.has(code) || code === "invalid_client");
}

/** Returns true if the provider has accepted this client in an earlier flow of the capture. */
export function isKnownClient({ previous }: PreparedFlow): boolean {
  return previous.some(({ response }) => response !== undefined);
}

/**
 * Reads a provider's page by the values in it: no standard fixes its text. Returns undefined if the
 * browser did not show the page, or shows one of its own instead.
 */
export function readRefusalPage({ exchange }: AuthMessage): RefusalPage | undefined {
  const { responseBody, error } = exchange;
  if (responseBody.state !== "text" || error !== undefined) return undefined;
  const text = decodeEntities(responseBody.text.slice(0, maxPage));
  const code = vendorCodes.find(([pattern]) => pattern.test(text))?.[1] ?? codes.exec(text)?.[0];
  return {
    ...(code === undefined ? {} : { code }),
    names: (parameter) => text.includes(parameter),
    repeats: (value) => value !== undefined && value.length > 2 && text.includes(value),
    listUrls: (except) => {
      const urls = text.match(/(?<=>)https?:\/\/[^\s<>"']{1,500}(?=<)/gu) ?? [];
      return [...new Set(urls)].filter((url) => url !== except).slice(0, 20);
    },
  };
}

function decodeEntities(text: string): string {
  return text
    .replaceAll(/&(?:quot|#34|#x22);/giu, '"')
    .replaceAll(/&(?:#x2f|#47);/giu, "/")
    .replaceAll(/&(?:amp|#38|#x26);/giu, "&");
}
