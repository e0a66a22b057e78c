import type { Stop, StopStep } from "./stop.ts";

const stepNames: Readonly<Record<StopStep, string>> = {
  discovery: "discovery",
  request: "authorization request",
  provider: "provider's pages",
  response: "authorization response",
  callback: "callback",
  token: "token request",
  tokens: "tokens",
  api: "API request",
  renewal: "renewal",
  logout: "logout",
};

const expectedAfter: Readonly<Record<StopStep, string>> = {
  discovery: "an authorization request",
  request: "a login page or an authorization response",
  provider: "an authorization response",
  response: "a code or tokens at the callback URL",
  callback: "a token request or a page of the application",
  token: "tokens",
  tokens: "a request to an API, or a page for the user",
  api: "a response of the API",
  renewal: "new tokens",
  logout: "a redirect to the application",
};

type Place = Pick<Stop, "step" | "by" | "said" | "at">;

/** Describes a stop in a sentence, with the message that should have followed. */
export function createStop(place: Place): Stop {
  return { ...place, sentence: writeStop(place), expected: expectedAfter[place.step] };
}

function writeStop({ step, by, said, at }: Place): string {
  // Requests prove the contradiction, and not what the page did with it.
  if (by === "page") return `A correct client stops at the ${stepNames[step]}`;
  const codes = said
    .filter(({ name }) => name === "status" || name === "error" || name === "network error")
    .map(({ text }) => text)
    .join(" ");
  return `Stopped at the ${stepNames[step]}: ${by === "nobody" ? "nothing followed" : codes || fallback(by, at)}`;
}

/** Names the reason of a stop whose response has no error code. */
function fallback(by: Stop["by"], { exchange }: Stop["at"]): string {
  if (by === "browser") {
    return exchange.method === "OPTIONS"
      ? "the preflight response does not allow the request"
      : "the browser hid the response from the page";
  }
  return exchange.redirect === undefined
    ? `status ${exchange.status}`
    : "redirected to an error page";
}
