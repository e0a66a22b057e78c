import { readMember, readText, type JsonObject } from "../../encoding/json.ts";
import { readHeader, type Exchange } from "../exchange.ts";
import type { AuthMessage, MessageKind } from "../message.ts";
import {
  listMembers,
  parseParameters,
  readObject,
  readParameter,
  type Parameters,
} from "../parameters.ts";
import { readReceivedResponse, readSentResponse } from "./read-response.ts";
import type { RequestFacts } from "./request-facts.ts";

/** The kinds of which the browser loads a page, and whose response is that of an authorization. */
const pageKinds = new Set<MessageKind>(["authorization", "login-page", "embedded-verification"]);

/** The maximum number of characters of an API's response that are parsed for its error. */
const maxApiBody = 65_536;

/** Reads the parameters of a request and its response. */
export function readMessage(facts: RequestFacts, kind: MessageKind): AuthMessage {
  const { exchange } = facts;
  const message = { kind, exchange, request: [...facts.query, ...facts.body] };
  if (pageKinds.has(kind)) return { ...message, ...readPage(readSentResponse(exchange)) };
  if (kind === "callback") return { ...message, ...readPage(readReceivedResponse(facts)) };
  const answer = readAnswerBody(exchange, kind);
  const response = answer === undefined ? readForm(exchange, kind) : listMembers(answer);
  const error = readError(exchange, answer);
  const description = answer === undefined ? undefined : readDescription(answer);
  return {
    ...message,
    response,
    ...(error === undefined ? {} : { error }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Returns the members of a message that depend on an authorization response. */
function readPage(
  found: { parameters: Parameters; mode: AuthMessage["responseMode"] } | undefined,
): Pick<AuthMessage, "response" | "responseMode" | "error" | "description"> {
  if (found?.mode === undefined) return { response: [] };
  const { parameters, mode } = found;
  const error = readParameter(parameters, "error");
  const description = readParameter(parameters, "error_description");
  return {
    response: parameters,
    responseMode: mode,
    ...(error === undefined ? {} : { error }),
    ...(description === undefined ? {} : { description }),
  };
}

const isApi = (kind: MessageKind) => kind === "api-call" || kind === "management";

/** The data of an API is no part of a login: only its refusals are read. */
function readAnswerBody(
  { responseBody, status }: Exchange,
  kind: MessageKind,
): JsonObject | undefined {
  if (responseBody.state !== "text") return undefined;
  if (isApi(kind) && (status < 400 || responseBody.text.length > maxApiBody)) return undefined;
  return readObject(responseBody.text);
}

/** Some older token endpoints answer as a form, if they are not asked for JSON. */
function readForm({ responseBody }: Exchange, kind: MessageKind): Parameters {
  if (kind !== "token" || responseBody.state !== "text") return [];
  const { text } = responseBody;
  const isForm = /^[\w.%+~-]{1,100}=/u.test(text) && text.includes("access_token=");
  return isForm ? parseParameters(text) : [];
}

/** Only texts count: an API can respond with an error that is null or an object. */
function readError(
  { status, responseHeaders }: Exchange,
  answer: JsonObject | undefined,
): string | undefined {
  const read = (name: string) => readText(readMember(answer ?? {}, name));
  const error = read("error");
  if (status < 400) return error;
  return read("errorCode") ?? error ?? read("code") ?? readChallenge(responseHeaders);
}

/** RFC 6750, section 3: a protected resource names its error in a header. */
function readChallenge(headers: Exchange["responseHeaders"]): string | undefined {
  const challenge = readHeader(headers, "www-authenticate")?.slice(0, 2000);
  return /\berror="([^"]{1,100})"/u.exec(challenge ?? "")?.[1];
}

function readDescription(answer: JsonObject): string | undefined {
  return ["error_description", "description", "message"]
    .map((name) => readText(readMember(answer, name)))
    .find((text) => text !== undefined);
}
