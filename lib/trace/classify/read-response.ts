import type { ResponseMode } from "../message.ts";
import { parseParameters, readParameter, type Parameters } from "../parameters.ts";
import { readHeader, type Exchange } from "../exchange.ts";
import { readFormPost, readWebMessage } from "./read-response-page.ts";
import type { RequestFacts } from "./request-facts.ts";

/** The parameters of an authorization response, and the way they came. */
export interface FoundResponse {
  parameters: Parameters;
  mode: ResponseMode;
}

/** The results of an authorization (RFC 6749, sections 4.1.2 and 4.2.2; JARM, section 2.3). */
const resultNames = ["code", "access_token", "id_token", "error", "response"];

/** A redirect within the provider, as to its login page, repeats the state but has no result. */
export function isResponse(parameters: Parameters): boolean {
  return parameters.some(([name, value]) => value !== "" && resultNames.includes(name));
}

/** Returns the authorization response in a URL: in its fragment, otherwise in its query. */
export function readUrlResponse(url: string | undefined): FoundResponse | undefined {
  const target = url === undefined ? null : URL.parse(url);
  if (target === null) return undefined;
  // A fragment can be a router's path: `#/callback?code=…` or `#/code=…`.
  const fragment = parseParameters(target.hash.replace(/^#[^=&]*[/?]/u, "").replace(/^#/u, ""));
  if (isResponse(fragment)) return { parameters: fragment, mode: "fragment" };
  const query = parseParameters(target.search.slice(1));
  return isResponse(query) ? { parameters: query, mode: "query" } : undefined;
}

/** Returns the authorization response that an exchange sends to the application. */
export function readSentResponse(exchange: Exchange): FoundResponse | undefined {
  const redirected = readUrlResponse(exchange.redirect);
  if (redirected !== undefined || exchange.responseBody.state !== "text") return redirected;
  const { text } = exchange.responseBody;
  const message = readWebMessage(text);
  if (message !== undefined && isResponse(message)) {
    return { parameters: message, mode: "web_message" };
  }
  const form = readFormPost(text, exchange.url);
  return form !== undefined && isResponse(form)
    ? { parameters: form, mode: "form_post" }
    : undefined;
}

/** Returns the authorization response that a callback received with its request. */
export function readReceivedResponse({
  exchange,
  body,
}: Pick<RequestFacts, "exchange" | "body">): FoundResponse | undefined {
  if (isResponse(body)) return { parameters: body, mode: "form_post" };
  return readUrlResponse(exchange.url);
}

/**
 * Returns true for a page whose address or form has an authorization response. A code alone can
 * have another meaning, so a state, an issuer or a token must come with it.
 */
export function isCallback(facts: RequestFacts): boolean {
  if (!facts.isPage) return false;
  if (facts.method === "POST" && isOwnForm(facts)) return false;
  const found = readReceivedResponse(facts);
  return found !== undefined && hasCompanion(found);
}

const companions = ["state", "iss", "session_state", "error_description"];

function hasCompanion({ parameters, mode }: FoundResponse): boolean {
  const has = (name: string) => readParameter(parameters, name) !== undefined;
  return companions.some(has) || (mode === "fragment" && (has("access_token") || has("id_token")));
}

/** A form that a page posts to its own origin is a step of a login, not its response. */
function isOwnForm({ exchange, origin }: RequestFacts): boolean {
  return readHeader(exchange.requestHeaders, "origin") === origin;
}
