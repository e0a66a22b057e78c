import { findEnd } from "../../facts/find-end.ts";
import { findPreflightFault } from "../../facts/find-preflight-fault.ts";
import { readHeader } from "../../exchange.ts";
import { isHidden } from "../../is-hidden.ts";
import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { Reader, Subject } from "../contradiction.ts";
import { absent, see, seeRequestHeader } from "./see.ts";

/**
 * Returns the request at the stop if CORS hid its response, or if its preflight was refused. A
 * response with an error has a cause of its own, which CORS only hides.
 */
function findBlocked({ stop }: Subject): AuthMessage | undefined {
  const exchange = stop?.at.exchange;
  if (stop === undefined || exchange === undefined || exchange.status >= 400) return undefined;
  // The response of the authorization endpoint is a page, which no header makes readable.
  if (stop.at.kind === "authorization") return undefined;
  const isRefused = exchange.method === "OPTIONS" && findPreflightFault(exchange) !== undefined;
  return isRefused || isHidden(exchange) ? stop.at : undefined;
}

/** Reads the method of a preflight that was answered with an error. */
export const preflight: Reader = ({ stop }) =>
  stop?.at.exchange.method === "OPTIONS" && stop.at.kind === "preflight"
    ? see(stop.at, "status", "method", "OPTIONS")
    : undefined;

/** Reads the status of a preflight that has no ok status (Fetch Standard, section 4.8). */
export const statusOfPreflight: Reader = ({ stop }) => {
  const status = stop?.at.exchange.status ?? 0;
  return status >= 300 ? see(stop?.at, "status", "status", String(status)) : undefined;
};

const readResponse = (message: AuthMessage | undefined, name: string) =>
  readHeader(message?.exchange.responseHeaders ?? [], name);

/** Reads the origin of the page whose request CORS blocked. */
export const blockedOrigin: Reader = (subject) => seeRequestHeader(findBlocked(subject), "origin");

/** Reads the allowed origin of a blocked response, or absent. */
export const allowedOrigin: Reader = (subject) => {
  const message = findBlocked(subject);
  if (message === undefined) return undefined;
  const value = readResponse(message, "access-control-allow-origin") ?? absent;
  return see(message, "headers", "access-control-allow-origin", value);
};

/** Reads the origin of a request with cookies whose response does not allow credentials. */
export const originWithCredentials: Reader = (subject) => {
  const message = findBlocked(subject);
  const cookies = readHeader(message?.exchange.requestHeaders ?? [], "cookie");
  return cookies === undefined ? undefined : seeRequestHeader(message, "origin");
};

/** Reads a permission that browsers do not accept for a request with credentials. */
export const permissionWithoutCredentials: Reader = (subject) => {
  const message = findBlocked(subject);
  const origin = readResponse(message, "access-control-allow-origin");
  if (message === undefined || origin === undefined) return undefined;
  if (origin === "*") return see(message, "headers", "access-control-allow-origin", "*");
  const allows = readResponse(message, "access-control-allow-credentials") ?? absent;
  return allows === "true"
    ? undefined
    : see(message, "headers", "access-control-allow-credentials", allows);
};

/** Reads the headers that a refused preflight asks for. */
export const askedHeaders: Reader = (subject) => {
  const message = findBlocked(subject);
  const value = readHeader(
    message?.exchange.requestHeaders ?? [],
    "access-control-request-headers",
  );
  return see(message, "headers", "access-control-request-headers", value?.toLowerCase());
};

/** Reads the headers that the response to a preflight allows, or absent. */
export const allowedHeaders: Reader = (subject) => {
  const message = findBlocked(subject);
  if (message?.exchange.method !== "OPTIONS" || message.exchange.status >= 300) return undefined;
  const value = readResponse(message, "access-control-allow-headers") ?? absent;
  // A star allows each header but Authorization (Fetch Standard, section 4.8).
  if (value.trim() === "*") return undefined;
  return see(message, "headers", "access-control-allow-headers", value.toLowerCase());
};

const credentials = ["code", "access_token", "id_token"];

/** Reads the secret of the callback's URL. */
export const secretOfCallback: Reader = (subject) => {
  const leak = findLeak(subject);
  return leak === undefined
    ? undefined
    : see(subject.prepared.flow.response?.message, "query", leak.name, leak.value);
};

/** Reads the request to another origin whose Referer has that secret. */
export const refererWithSecret: Reader = (subject) => {
  const leak = findLeak(subject);
  return leak === undefined ? undefined : see(undefined, "headers", "referer", leak.origin);
};

/** The period in which a callback page loads its parts. */
const loadMs = 60_000;

interface Leak {
  name: string;
  value: string;
  /** The origin that received the secret. */
  origin: string;
}

function findLeak({ prepared: { flow, context } }: Subject): Leak | undefined {
  const { response } = flow;
  const own = URL.parse(response?.target ?? "")?.origin;
  if (response?.mode !== "query" || own === undefined) return undefined;
  const name = credentials.find((each) => readParameter(response.parameters, each) !== undefined);
  const value = readParameter(response.parameters, name ?? "");
  if (name === undefined || value === undefined || value.length < 8) return undefined;
  const { exchanges } = context;
  const [first, end] = [response.at - 1, response.at + loadMs].map((time) =>
    findEnd(exchanges, time),
  );
  const other = exchanges.slice(first, end).find(({ url, requestHeaders }) => {
    const referer = readHeader(requestHeaders, "referer") ?? "";
    return referer.includes(encodeURIComponent(value)) && URL.parse(url)?.origin !== own;
  });
  return other === undefined ? undefined : { name, value, origin: new URL(other.url).origin };
}
