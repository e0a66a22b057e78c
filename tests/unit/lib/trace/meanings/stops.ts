import type { Flow } from "../../../../../lib/trace/flow.ts";
import type { AuthMessage, MessageKind, ResponseMode } from "../../../../../lib/trace/message.ts";
import type { Quote, Stop, StopParty, StopStep } from "../../../../../lib/trace/stop/stop.ts";
import { captureStart, exchangesOf } from "../entries.ts";
import { app, callback, idp } from "../join/logins.ts";

/** A stop and its flow, in the words of a test. */
export interface StopFacts {
  step: StopStep;
  by: StopParty;
  /** Statuses, errors and network errors. */
  says?: readonly string[];
  /** The usual message of the step without it. */
  kind?: MessageKind;
  asks?: MessageKind;
  /** `grant_type` of the request. */
  grant?: string;
  headers?: Record<string, string>;
  dest?: string;
  /** True for a response without CORS headers to a page of another origin. */
  isHidden?: boolean;
  /** `WWW-Authenticate` of the response. */
  challenge?: string;
  /** The authorization request of the flow. */
  asked?: Record<string, string>;
  /** The authorization response of the flow. */
  answer?: Record<string, string>;
  mode?: ResponseMode;
  hasLoginPage?: boolean;
}

/** A row of the table, the stop that it explains, and the smallest change that another row explains. */
export interface MeaningCase {
  title: string;
  stop: StopFacts;
  miss: Partial<StopFacts>;
  /** The title of the row that explains the changed stop. */
  instead: string;
}

export const crossSite = { "Sec-Fetch-Site": "cross-site" };
export const withCookie = { ...crossSite, Cookie: "session=1" };

const usualKinds: Readonly<Record<StopStep, MessageKind>> = {
  discovery: "discovery",
  request: "authorization",
  provider: "login-page",
  response: "authorization",
  callback: "callback",
  token: "token",
  tokens: "token",
  api: "api-call",
  renewal: "authorization",
  logout: "logout",
};

/** Returns a stop with its flow. */
export function stopOf(facts: StopFacts): { stop: Stop; flow: Flow } {
  const { step, by } = facts;
  const at = messageOf(facts);
  const said = (facts.says ?? []).map(quoteOf);
  return { stop: { sentence: "", step, by, at, said, expected: "" }, flow: flowOf(facts, at) };
}

function messageOf(facts: StopFacts) {
  const { step, kind, asks, grant, headers, dest, challenge, says = [], isHidden = false } = facts;
  const [exchange] = exchangesOf([
    {
      url: `${idp}/endpoint`,
      ...(headers === undefined ? {} : { headers }),
      ...(isHidden ? { headers: { Origin: app }, responseHeaders: { Date: "today" } } : {}),
      ...(dest === undefined ? {} : { dest }),
      ...(challenge === undefined ? {} : { responseHeaders: { "WWW-Authenticate": challenge } }),
    },
  ]);
  if (exchange === undefined) throw new Error("The entry has no exchange.");
  const error = says.find((text) => quoteOf(text).name === "error");
  const message: AuthMessage = {
    kind: kind ?? usualKinds[step],
    exchange,
    request: grant === undefined ? [] : [["grant_type", grant]],
    response: [],
    ...(asks === undefined ? {} : { asks }),
    ...(error === undefined ? {} : { error }),
  };
  return message;
}

function quoteOf(text: string): Quote {
  if (/^\d{3}$/u.test(text)) return { name: "status", text };
  const isNetwork = /^(?:net::|NS_|csp$|mixed-content$)/u.test(text);
  return { name: isNetwork ? "network error" : "error", text };
}

function flowOf({ asked, answer, mode, hasLoginPage }: StopFacts, at: AuthMessage): Flow {
  const page: AuthMessage = { ...at, kind: "login-page" };
  const authorization: AuthMessage = {
    ...at,
    kind: "authorization",
    request: Object.entries(asked ?? {}),
  };
  return {
    id: "1",
    kind: "login",
    phase: "failed",
    stage: "authorization",
    messages: hasLoginPage === true ? [page, at] : [at],
    ...(asked === undefined ? {} : { authorization }),
    ...(answer === undefined && mode === undefined
      ? {}
      : {
          response: {
            parameters: Object.entries(answer ?? {}),
            mode: mode ?? "query",
            target: callback,
            at: captureStart,
          },
        }),
    tokenRequests: [],
    host: new URL(idp).host,
    startedAt: captureStart,
    endedAt: captureStart,
  };
}
