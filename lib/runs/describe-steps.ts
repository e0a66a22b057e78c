import { jsonObjectSchema, parseJson, type JsonObject } from "../encoding/json.ts";
import { shorten } from "../encoding/shorten.ts";
import {
  listBody,
  listHeaders,
  listMembers,
  listParameters,
  listUrl,
  readErrorCode,
  type TranscriptFact,
} from "./list-facts.ts";
import { nameEndpoint } from "./name-endpoint.ts";
import type { Way } from "./operation.ts";
import { readArrival } from "./read-exchange.ts";
import type { RunStep } from "./steps.ts";

/** The parties of a run. `page` runs the library; `api` is the tenant's Management API. */
export const participants = ["browser", "page", "tenant", "api"] as const;
export type Participant = (typeof participants)[number];

/** A step of a run, described for people. */
export interface TranscriptLine {
  /** The number of the step. */
  id: number;
  /** Unix time in ms: the begin of the step; of a callback that was settled, its end. */
  at: number;
  /** The duration in ms; missing while the step continues. */
  ms?: number;
  title: string;
  outcome: "done" | "failed" | "waiting";
  from: Participant;
  to: Participant;
  /** The response to a request: its status, and the code of an error. */
  response?: string;
  /** The thing that a step waits for, as in "the login window". */
  waitsFor?: string;
  facts: readonly TranscriptFact[];
}

interface Context {
  way: Way;
  /** True after the end of the run: then a step without an end never ends. */
  hasEnded: boolean;
}

type Step<Kind extends RunStep["kind"]> = Extract<RunStep, { kind: Kind }>;
type Described = Pick<TranscriptLine, "title" | "from" | "to" | "facts"> & {
  isFailed?: boolean;
  response?: string;
  waitsFor?: string;
};

/** Describes the steps of a run as lines in chronological order. A callback comes at its end. */
export function describeSteps(steps: readonly RunStep[], context: Context): TranscriptLine[] {
  const ordered = steps.toSorted((one, other) => one.id - other.id);
  const settled = ordered.filter((step) => step.kind === "callback" && step.ms !== undefined);
  const rows = ordered.filter((step) => !settled.includes(step));
  for (const step of settled) rows.splice(findEnd(rows, step), 0, step);
  return rows.map((step, index) => {
    const line = describeStep(step, context);
    const isUnanswered =
      context.hasEnded &&
      step.kind === "departure" &&
      !rows.slice(index).some(({ kind }) => kind === "arrival");
    return isUnanswered ? { ...line, outcome: "failed", response: "no response" } : line;
  });
}

/**
 * Returns the place of a settled callback: after the steps of its call. Times alone do not tell,
 * because the next departure can begin in the same millisecond.
 */
function findEnd(rows: readonly RunStep[], callback: RunStep): number {
  const end = callback.at + (callback.ms ?? 0);
  const isNext = ({ id, at, kind }: RunStep) =>
    id > callback.id && (at > end || kind === "departure" || kind === "arrival");
  const place = rows.findIndex(isNext);
  return place === -1 ? rows.length : place;
}

/** Returns the line that a running run waits for: a window or request rather than a callback. */
export function findWaiting(lines: readonly TranscriptLine[]): TranscriptLine | undefined {
  const waiting = lines.filter(({ outcome }) => outcome === "waiting");
  return waiting.findLast(({ from, to }) => from !== to) ?? waiting.at(-1);
}

function describeStep(step: RunStep, context: Context): TranscriptLine {
  const { isFailed = false, waitsFor, response, ...described } = describeKind(step, context);
  const { id, ms } = step;
  const isWaiting = ms === undefined && !context.hasEnded;
  const isUnfinished = ms === undefined && context.hasEnded;
  return {
    ...described,
    title: limitTitle(isUnfinished ? `${described.title}, not finished` : described.title),
    ...(response === undefined ? {} : { response: limitTitle(response) }),
    id,
    at: step.kind === "callback" ? step.at + (ms ?? 0) : step.at,
    ...(ms === undefined ? {} : { ms }),
    outcome: isWaiting ? "waiting" : isFailed || isUnfinished ? "failed" : "done",
    ...(isWaiting && waitsFor !== undefined ? { waitsFor } : {}),
  };
}

/** The maximum length of a title: codes and paths come from the inspected page and the tenant. */
const maxTitleLength = 120;

const limitTitle = (text: string) => shorten(text, maxTitleLength);

function describeKind(step: RunStep, context: Context): Described {
  switch (step.kind) {
    case "request":
      return describeRequest(step);
    case "frame":
      return {
        title: `${nameEndpoint(step.url)} in a hidden frame`,
        from: "page",
        to: "tenant",
        waitsFor: "the message of the hidden frame",
        facts: listUrl(step.url),
      };
    case "popup":
      return describePopup(step);
    case "message":
      return describeMessage(step);
    case "departure":
      return {
        title: nameEndpoint(step.url),
        from: "browser",
        to: "tenant",
        waitsFor: context.way === "page" ? "the return of the inspected page" : "the login window",
        facts: listUrl(step.url),
      };
    case "arrival":
      return describeArrival(step);
    case "callback":
      return describeCallback(step);
  }
}

function describeRequest(step: Step<"request">): Described {
  const { method, url, headers, body, status, answer = "", isFailed = false } = step;
  const isRefused = status !== undefined && status >= 400;
  const code = isRefused ? readErrorCode(answer) : undefined;
  const response = isFailed
    ? "no response"
    : status === undefined
      ? undefined
      : [status, code].filter((part) => part !== undefined).join(" ");
  return {
    title: nameEndpoint(url, method, body),
    from: "page",
    to: isManagement(url) ? "api" : "tenant",
    isFailed: isFailed || isRefused,
    ...(response === undefined ? {} : { response }),
    waitsFor: "the response",
    facts: [
      { part: "address", name: "Method", value: method, isSecret: false },
      ...listUrl(url),
      ...listHeaders(headers),
      ...listBody("body", body),
      ...listBody("response", answer, isRefused),
    ],
  };
}

function describePopup({ url, isBlocked }: Step<"popup">): Described {
  return {
    title: isBlocked ? "Popup blocked by the browser" : `${nameEndpoint(url)} in a popup`,
    from: "page",
    to: isBlocked ? "browser" : "tenant",
    isFailed: isBlocked,
    waitsFor: "the popup",
    facts: listUrl(url),
  };
}

function describeMessage({ origin, data }: Step<"message">): Described {
  const message = jsonObjectSchema.safeParse(parseJson(data)).data;
  const response = jsonObjectSchema.safeParse(message?.["response"]).data;
  const error = readError(response);
  return {
    title: `Authorization response in a message${error === undefined ? "" : `: ${error}`}`,
    from: "tenant",
    to: "page",
    isFailed: error !== undefined,
    facts: [
      { part: "address", name: "Origin", value: origin, isSecret: false },
      ...(response === undefined
        ? listBody("message", data)
        : listMembers("message", response, error !== undefined)),
    ],
  };
}

function describeArrival(step: Step<"arrival">): Described {
  const { url, body = "" } = step;
  const parameters = new URLSearchParams(URL.canParse(url) ? readArrival(step) : "");
  const error = parameters.get("error") ?? undefined;
  const name = parameters.size === 0 ? "Return to the callback URL" : "Authorization response";
  return {
    title: `${name}${body === "" ? "" : " in a form"}${error === undefined ? "" : `: ${error}`}`,
    from: "tenant",
    to: "browser",
    isFailed: error !== undefined,
    facts: [...listUrl(url), ...listParameters("form", body)],
  };
}

function describeCallback({ method, isAccepted, error, ms }: Step<"callback">): Described {
  const end = isAccepted ? "resolved" : `rejected${error === undefined ? "" : `: ${error}`}`;
  return {
    title: `${method} ${ms === undefined ? "called" : end}`,
    from: "page",
    to: "page",
    isFailed: !isAccepted,
    waitsFor: method,
    facts: [],
  };
}

function isManagement(url: string): boolean {
  return URL.parse(url)?.pathname.startsWith("/api/v2/") === true;
}

function readError(response: JsonObject | undefined): string | undefined {
  const error = response?.["error"];
  return typeof error === "string" ? error : undefined;
}
