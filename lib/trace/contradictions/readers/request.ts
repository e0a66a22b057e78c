import { findRepeated, readParameter } from "../../parameters.ts";
import type { Reader } from "../contradiction.ts";
import { see, seeSent } from "./see.ts";

/** Reads a parameter of the authorization request, wherever it was sent. */
export const requested =
  (name: string): Reader =>
  ({ prepared }) => {
    const { authorization } = prepared.flow;
    const part = authorization?.exchange.method === "POST" ? "form" : "query";
    return see(authorization, part, name, readParameter(prepared.requestParameters, name));
  };

/** Reads a parameter of the authorization response, wherever it arrived. */
export const responded =
  (name: string): Reader =>
  ({ prepared: { flow } }) => {
    const { response } = flow;
    const part = response?.mode === "form_post" ? "form" : (response?.mode ?? "query");
    return see(
      response?.message,
      part === "web_message" ? "body" : part,
      name,
      readParameter(response?.parameters ?? [], name),
    );
  };

const plainModes = new Set(["query", "fragment", "form_post", "web_message"]);

/** Reads the requested response mode; a JWT (JARM) can come in each of them. */
export const plainResponseMode: Reader = (subject) => {
  const mode = requested("response_mode")(subject);
  return plainModes.has(mode?.value ?? "") ? mode : undefined;
};

/** Reads the way in which the authorization response arrived. */
export const usedResponseMode: Reader = ({ prepared: { flow } }) =>
  see(flow.response?.message, "status", "response mode", flow.response?.mode);

/** Reads the value that `prompt` must not have in a page at top level. */
export const promptNone: Reader = (subject) => {
  const prompt = requested("prompt")(subject);
  return prompt?.value === "none" ? prompt : undefined;
};

const secretParameters = [
  "client_secret",
  "password",
  "code_verifier",
  "access_token",
  "refresh_token",
];

/** Reads a secret in the URL of the authorization request. */
export const secretInUrl: Reader = ({ prepared: { flow } }) => {
  const { authorization } = flow;
  const found = authorization?.request.find(
    ([name, value]) => secretParameters.includes(name) && value !== "",
  );
  if (found === undefined || authorization?.exchange.method !== "GET") return undefined;
  const seen = see(authorization, "query", ...found);
  return seen === undefined ? undefined : { ...seen, isSecret: true };
};

/** RFC 8707, section 2, lets a request name several resources. */
const repeatable = new Set(["resource"]);

/** Reads the first value of a parameter that the authorization request repeats. */
export const repeatedParameter: Reader = ({ prepared: { flow } }) => {
  const { authorization } = flow;
  const name = findRepeated(authorization?.request ?? []).find((each) => !repeatable.has(each));
  if (authorization === undefined || name === undefined) return undefined;
  return seeSent(authorization, name);
};

/** Reads the last value of a parameter that the authorization request repeats. */
export const lastOfRepeated: Reader = (subject) => {
  const first = repeatedParameter(subject);
  const last = subject.prepared.flow.authorization?.request.findLast(
    ([name]) => name === first?.name,
  );
  return first === undefined || last === undefined ? undefined : { ...first, value: last[1] };
};

/** Reads the `max_age` that demands a new login. */
export const maxAgeZero: Reader = (subject) => {
  const maxAge = requested("max_age")(subject);
  return maxAge?.value === "0" ? maxAge : undefined;
};

/** Reads the destination of an authorization request that the user sees. */
export const topLevelDestination: Reader = ({ prepared: { flow } }) => {
  const { authorization } = flow;
  return authorization?.exchange.destination === "document"
    ? see(authorization, "headers", "sec-fetch-dest", "document")
    : undefined;
};

/** Reads the destination of an authorization request that a script sent. */
export const scriptedAuthorization: Reader = ({ prepared: { flow } }) => {
  const { authorization } = flow;
  return authorization?.exchange.destination === "fetch"
    ? see(authorization, "headers", "sec-fetch-dest", "empty")
    : undefined;
};

/** Reads the kind of endpoint that shows pages to a user (RFC 6749, section 3.1). */
export const authorizationEndpoint: Reader = ({ prepared: { flow } }) => {
  const url = URL.parse(flow.authorization?.exchange.url ?? "");
  return see(
    flow.authorization,
    "status",
    "authorization endpoint",
    url === null ? undefined : `${url.origin}${url.pathname}`,
  );
};
