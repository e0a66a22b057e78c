import type { Stop, StopStep } from "./stop.ts";

const stepNames: Readonly<Record<StopStep, string>> = {
  discovery: "discovery",
  request: "authorization request",
  provider: "provider's pages",
  response: "authorization response",
  callback: "callback",
  token: "token request",
  api: "API request",
  renewal: "renewal",
  logout: "logout",
};

/** Returns the stop in one sentence, such as "Stopped at the token request: 400 invalid_grant". */
export function writeStop({
  step,
  by,
  said,
  at,
}: Pick<Stop, "step" | "by" | "said" | "at">): string {
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
