import type { PageRequest } from "./page-port.ts";
import { readArrival } from "./read-exchange.ts";

/** A login or a logout for which the inspected page was left. */
export interface Departure {
  url: string;
  leavesFor: "login" | "logout";
  /** The URL that the tenant sends the browser back to; empty if the request names none. */
  returnsTo: string;
}

/** The response of a departure: the last redirect, or the form of the response mode form_post. */
export interface Arrival {
  url: string;
  body?: string;
}

/** Finds the response of one departure in what DevTools reports. */
export interface ArrivalMatcher {
  /** Returns the arrival in a finished request of the page. */
  matchRequest(request: PageRequest): Arrival | undefined;
  /** Returns the arrival in the URL of a loaded document. */
  matchNavigation(url: string): Arrival | undefined;
  /** Returns true if the page shows the application again. */
  isBack(url: string): boolean;
}

/** Creates the matcher of a departure. A response to another login of the page does not match. */
export function createArrivalMatcher(departure: Departure): ArrivalMatcher {
  const left = new URL(departure.url);
  const target = URL.parse(departure.returnsTo);
  const states = left.searchParams.getAll("state");
  const isOwn = (response: string): boolean => {
    const parameters = new URLSearchParams(response);
    const state = parameters.get("state");
    // The tenant can be unable to repeat the state in an error.
    if (state === null || state === "") return parameters.has("error") || isStateless(parameters);
    return states.includes(state);
  };
  const isStateless = (parameters: URLSearchParams): boolean =>
    states.length === 0 &&
    ["code", "access_token", "id_token"].some((name) => parameters.has(name));
  const matchLogin = (url: string): Arrival | undefined =>
    isAt(url, target) && isOwn(readArrival({ url })) ? { url } : undefined;

  if (departure.leavesFor === "logout") {
    return {
      // Without a returnTo, the tenant chooses the target, or shows a page of its own.
      matchNavigation: (url) => (target === null || isAt(url, target) ? { url } : undefined),
      matchRequest({ url, redirect }) {
        if (URL.parse(url)?.origin !== left.origin || redirect === undefined) return undefined;
        const sent = URL.parse(redirect, url)?.href ?? "";
        return isAt(sent, target) ? { url: sent } : undefined;
      },
      isBack: () => false,
    };
  }
  return {
    matchNavigation: matchLogin,
    matchRequest({ method, url, redirect, body }) {
      const sent = redirect === undefined ? undefined : URL.parse(redirect, url)?.href;
      if (sent !== undefined) return matchLogin(sent);
      const isForm = method === "POST" && body !== undefined;
      if (isForm && isAt(url, target) && isOwn(body)) return { url, body };
      return matchLogin(url);
    },
    isBack: (url) => {
      const shown = URL.parse(url)?.origin;
      return shown !== undefined && shown === target?.origin && shown !== left.origin;
    },
  };
}

/** Returns true if a URL has the scheme, host and path of another one. */
function isAt(url: string, target: URL | null): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null &&
    target !== null &&
    parsed.protocol === target.protocol &&
    parsed.host === target.host &&
    parsed.pathname === target.pathname
  );
}
