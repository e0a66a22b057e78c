import { readMember } from "../../encoding/json.ts";
import { createRedactor } from "../../redaction/create-redactor.ts";
import { findSecretKind } from "../../redaction/secret-names.ts";
import { readNumericDate } from "../../tokens/numeric-date.ts";
import { endOf, readHeader, type Header } from "../exchange.ts";
import type { AuthMessage } from "../message.ts";
import { readParameter, type Parameters } from "../parameters.ts";
import type { JudgedFlow } from "../read-trace.ts";

/** The part of a login or a message that has a value. */
export type ValuePart =
  | "login"
  | "request"
  | "status"
  | "response"
  | "headers"
  | "token header"
  | "claims";

/** A value of one login, ready to show: the text of a secret is not in it. */
export interface FlowValue {
  part: ValuePart;
  name: string;
  /** Of a secret and of a value that each login has of its own: its length. */
  text: string;
  /** The length of a value of which only presence and length are compared. */
  length?: number;
}

/** Each login has its own of these. A secret's name is known to lib/redaction. */
const ownNames =
  /^(?:state|nonce|code_challenge|request|request_uri|session_state|jti|sid|iat|exp|auth_time|[acs]_hash|co_id|expires_at|timestamp|logout_hint)$/u;
const comparedHeaders = ["origin", "content-type", "sec-fetch-site"];
const comparedResponseHeaders = ["content-type", "access-control-allow-origin"];
const errorNames = new Set(["error", "error_description", "description"]);

/** Lists the values of a message, each name once. */
export function listMessageValues(message: AuthMessage): FlowValue[] {
  const { exchange, error, description } = message;
  const status = exchange.status === 0 ? (exchange.error ?? "no response") : `${exchange.status}`;
  return [
    { part: "status", name: "status", text: status },
    ...(error === undefined ? [] : [{ part: "status" as const, name: "error", text: error }]),
    ...(description === undefined
      ? []
      : [{ part: "status" as const, name: "error_description", text: redact(description) }]),
    ...listParameters("request", message.request),
    ...listParameters(
      "response",
      message.response.filter(([name]) => !errorNames.has(name)),
    ),
    ...listHeaders("request", comparedHeaders, exchange.requestHeaders),
    ...["cookie", "authorization"].map((name) => ({
      part: "headers" as const,
      name,
      text: readHeader(exchange.requestHeaders, name) === undefined ? "not sent" : "sent",
    })),
    ...listHeaders("response", comparedResponseHeaders, exchange.responseHeaders),
  ];
}

function listParameters(part: "request" | "response", parameters: Parameters): FlowValue[] {
  const values = new Map<string, FlowValue>();
  for (const [name, value] of parameters) {
    if (values.has(name)) continue;
    const isOwn = ownNames.test(name) || findSecretKind(name) !== undefined || isToken(value);
    values.set(
      name,
      isOwn
        ? { part, name, text: `${value.length} characters`, length: value.length }
        : { part, name, text: redact(value) },
    );
  }
  return [...values.values()];
}

/** A URL or a sentence can have a secret in it. */
const redact = (text: string): string =>
  String(createRedactor({ keepsClaims: false }).redact(text));

/** A JWT or another long text without spaces is a secret under any name. */
const isToken = (value: string): boolean =>
  value.startsWith("eyJ") || (value.length > 200 && !/\s/u.test(value));

function listHeaders(
  of: "request" | "response",
  names: readonly string[],
  headers: readonly Header[],
): FlowValue[] {
  return names.flatMap((name) => {
    const text = readHeader(headers, name);
    return text === undefined
      ? []
      : [{ part: "headers" as const, name: of === "request" ? name : `${name} of response`, text }];
  });
}

/** Lists the facts of a login as a whole, among them if what came back is what was sent. */
export function listLoginValues({ flow, prepared }: JudgedFlow): FlowValue[] {
  const { state, nonce, clock } = prepared;
  const library = flow.library;
  return [
    { part: "login", name: "state", text: describePair(state) },
    { part: "login", name: "nonce", text: describePair(nonce) },
    { part: "login", name: "code_verifier", text: describeVerifier(prepared) },
    ...(clock === undefined
      ? []
      : [{ part: "login" as const, name: "clock", text: describeClock(clock) }]),
    ...listIssueTime(prepared),
    ...(library === undefined
      ? []
      : [{ part: "login" as const, name: "library", text: `${library.name} ${library.version}` }]),
  ];
}

function describePair({ sent, received }: { sent?: string; received?: string }): string {
  if (sent === undefined) return received === undefined ? "absent" : "received, not sent";
  if (received === undefined) return "sent, not received";
  return sent === received ? "returned as sent" : "returned with another value";
}

function describeVerifier({ flow, requestParameters, challenges }: JudgedFlow["prepared"]): string {
  const challenge = readParameter(requestParameters, "code_challenge");
  const [verifier] = flow.tokenRequests.flatMap(
    ({ request }) => readParameter(request, "code_verifier") ?? [],
  );
  if (verifier === undefined) return "not sent";
  if (challenge === undefined) return "sent, without a challenge";
  const hash = challenges.get(verifier);
  if (hash === undefined || hash === challenge || verifier === challenge) return "sent";
  return "sent, not of this challenge";
}

/** Lists when the ID token says that it was issued, against its delivery by the browser's clock. */
function listIssueTime({ tokens }: JudgedFlow["prepared"]): FlowValue[] {
  const token = tokens.find(({ name }) => name === "id_token");
  const issued = readNumericDate(readMember(token?.decoded?.payload ?? {}, "iat"));
  if (token === undefined || !("epochMs" in issued)) return [];
  const minutes = Math.round((issued.epochMs - token.deliveredAt) / 60_000);
  const text =
    minutes === 0
      ? "at its delivery"
      : `${Math.abs(minutes)} min ${minutes > 0 ? "after" : "before"} its delivery`;
  return [{ part: "login", name: "iat", text }];
}

/** A minute covers the full seconds of `Date` and the way of the response. */
function describeClock(clock: { serverTime: number; browserTime: number }): string {
  const seconds = Math.round((clock.serverTime - clock.browserTime) / 1000);
  if (Math.abs(seconds) < 60) return "the provider's clock agrees";
  const minutes = Math.round(Math.abs(seconds) / 60);
  return `the provider's clock is ${minutes} min ${seconds > 0 ? "ahead" : "behind"}`;
}

/** Returns the duration of a login in ms. */
export const durationOf = ({ flow }: JudgedFlow): number =>
  Math.max(
    0,
    flow.messages.reduce((end, { exchange }) => Math.max(end, endOf(exchange)), flow.startedAt) -
      flow.startedAt,
  );
