import { compareMembers } from "../../tokens/compare/compare-members.ts";
import { isDifferent, writePath, type ComparedMember } from "../../tokens/compare/difference.ts";
import { rankDifference } from "../../tokens/compare/rank-difference.ts";
import type { AuthMessage } from "../message.ts";
import { nameMessage } from "../name-message.ts";
import type { JudgedFlow } from "../read-trace.ts";
import type { Evidence } from "../rules/rule.ts";
import {
  durationOf,
  listLoginValues,
  listMessageValues,
  type FlowValue,
  type ValuePart,
} from "./list-values.ts";
import { isFactOfRuns, isRecordedByRuns, isRun, isSurrounding } from "./recorded-by-runs.ts";

/** A value of two logins. Secrets are never in it: of those it has the length. */
export interface ComparedFlowValue {
  part: ValuePart;
  name: string;
  /** Undefined if the login has no such value. */
  first: string | undefined;
  second: string | undefined;
  /** True if only presence and length were compared. */
  isSecret: boolean;
  isDifferent: boolean;
  /** 0 matters most. */
  place: number;
}

/** The same message of two logins, or the facts of both as a whole. */
export interface ComparedFlowMessage {
  title: string;
  /** The login that alone has this message. */
  onlyIn?: "first" | "second";
  /** Its place among the differences, if a single login has this message. */
  place: number;
  values: readonly ComparedFlowValue[];
}

export interface FlowComparison {
  /** The first difference that matters; missing if the logins do not differ. */
  headline?: string;
  /** In order of the login, after the facts of the logins as a whole. */
  messages: readonly ComparedFlowMessage[];
  counts: { different: number; same: number };
}

/** The order in which differences matter, after the evidence of the cause. */
const places = {
  cause: 0,
  request: 100,
  error: 200,
  status: 201,
  relation: 300,
  claims: 400,
  onlyMessage: 500,
  headers: 600,
  rest: 700,
} as const;

const firstParameters =
  "redirect_uri client_id response_type response_mode scope audience code_challenge code_challenge_method".split(
    " ",
  );

/**
 * Compares two logins, message by message; one of them can be a run. Does not throw.
 *
 * @param expected the names of request parameters that differ because of the place of a run: their
 *   differences matter least
 */
export function compareFlows(
  first: JudgedFlow,
  second: JudgedFlow,
  expected: readonly string[] = [],
): FlowComparison {
  const causes = listCauses(first, second);
  const hasRun = isRun(first.flow) || isRun(second.flow);
  const rank = (value: FlowValue) => rankValue(value, causes, expected);
  const [one, other] = [first, second].map((login) =>
    listLoginValues(login).filter((value) => !hasRun || isFactOfRuns(value)),
  );
  const whole: ComparedFlowMessage = {
    title: "Login",
    place: places.rest,
    values: [
      ...compareValues(one ?? [], other ?? [], rank),
      // A user at a login page is slower than a session: only captured logins tell of the page.
      ...(hasRun ? [] : compareDurations(first, second)),
      ...compareIdTokens(first, second, causes),
    ],
  };
  const messages = [whole, ...alignMessages(first, second, rank, hasRun)];
  const all = messages.flatMap(({ values }) => values);
  const different = all.filter((value) => value.isDifferent);
  const alone = messages.filter(({ onlyIn }) => onlyIn !== undefined);
  const headline = writeHeadline(messages);
  return {
    ...(headline === undefined ? {} : { headline }),
    messages,
    counts: { different: different.length + alone.length, same: all.length - different.length },
  };
}

/** The names of what the top cause of each login rests on, with their places. */
function listCauses(...rows: readonly JudgedFlow[]): Map<string, number> {
  const causes = new Map<string, number>();
  for (const { verdict } of rows) {
    const [top] = verdict.findings;
    if (top?.rank !== "cause") continue;
    for (const [at, evidence] of top.result.seen.slice(0, 40).entries()) {
      // A refusal is the effect: another parameter of the request explains it better.
      if (evidence.part === "status" || evidence.name.startsWith("error")) continue;
      const place = places.cause + at;
      for (const name of namesOf(evidence)) {
        causes.set(name, Math.min(place, causes.get(name) ?? place));
      }
    }
  }
  return causes;
}

/** Evidence can be named "state sent"; that of an ID token begins with the name of the claim. */
function namesOf({ part, name, value }: Evidence): string[] {
  const isTime = part === "clock" || name.startsWith("Date ");
  const isOfToken = part === "claims" || part === "token-header";
  return [
    name,
    ...(isOfToken ? [value] : [name]).flatMap((text) => text.split(/\W/u, 1)),
    ...(isTime ? ["clock"] : []),
  ];
}

function rankValue(
  { part, name }: FlowValue,
  causes: ReadonlyMap<string, number>,
  expected: readonly string[],
): number {
  const cause = part === "headers" || part === "status" ? undefined : causes.get(name);
  if (cause !== undefined) return cause;
  if (part === "request" && expected.includes(name)) return places.rest;
  if (part === "status") return name === "status" ? places.status : places.error;
  if (part === "login") return name === "library" ? places.rest : places.relation;
  if (part === "headers") return places.headers;
  const at = part === "request" ? firstParameters.indexOf(name) : -1;
  return at === -1 ? places.rest - 50 : places.request + at;
}

/** Pairs the values of two lists by part and name. */
function compareValues(
  first: readonly FlowValue[],
  second: readonly FlowValue[],
  rank: (value: FlowValue) => number,
): ComparedFlowValue[] {
  const keyOf = ({ part, name }: FlowValue) => `${part} ${name}`;
  const others = new Map(second.map((value) => [keyOf(value), value]));
  const known = new Set(first.map(keyOf));
  return [
    ...first.map((value) => compareValue(value, others.get(keyOf(value)), rank(value))),
    ...second
      .filter((value) => !known.has(keyOf(value)))
      .map((value) => compareValue(undefined, value, rank(value))),
  ];
}

function compareValue(
  first: FlowValue | undefined,
  second: FlowValue | undefined,
  place: number,
): ComparedFlowValue {
  return {
    part: first?.part ?? second?.part ?? "login",
    name: first?.name ?? second?.name ?? "",
    first: first?.text,
    second: second?.text,
    isSecret: (first?.length ?? second?.length) !== undefined,
    isDifferent: differ(first, second),
    place,
  };
}

/** Values that each login has of its own differ only in presence, or if one is twice as long. */
function differ(first: FlowValue | undefined, second: FlowValue | undefined): boolean {
  if (first === undefined || second === undefined) return first !== second;
  if (first.length === undefined || second.length === undefined) return first.text !== second.text;
  const [short, long] = [first.length, second.length].toSorted((one, other) => one - other);
  return (long ?? 0) > 2 * (short ?? 0);
}

function compareDurations(first: JudgedFlow, second: JudgedFlow): ComparedFlowValue[] {
  const [one, other] = [durationOf(first), durationOf(second)];
  const [short, long] = [Math.min(one, other), Math.max(one, other)];
  const write = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    {
      part: "login",
      name: "duration",
      first: write(one),
      second: write(other),
      isSecret: false,
      isDifferent: long > 1000 && long > 5 * short,
      place: places.rest,
    },
  ];
}

/** Compares header and claims of the first ID tokens, ranked as the Tokens tab ranks them. */
function compareIdTokens(
  first: JudgedFlow,
  second: JudgedFlow,
  causes: ReadonlyMap<string, number>,
): ComparedFlowValue[] {
  const [one, other] = [first, second].map(({ prepared }) =>
    prepared.tokens.find(({ name }) => name === "id_token"),
  );
  const ofHeader = compareMembers(
    "header",
    { values: one?.header ?? {}, repeated: [] },
    { values: other?.header ?? {}, repeated: [] },
  );
  const claims = [one?.decoded?.payload, other?.decoded?.payload] as const;
  const ofClaims =
    claims[0] === undefined || claims[1] === undefined
      ? []
      : compareMembers(
          "claims",
          { values: claims[0], repeated: [] },
          { values: claims[1], repeated: [] },
        );
  // Without one of the tokens, the response of its message already differs.
  if (one?.header === undefined || other?.header === undefined) return [];
  const hasOtherIssuer = ofClaims.some((member) => member.path[0] === "iss" && isDifferent(member));
  return [...ofHeader, ...ofClaims].slice(0, 500).map((member) => {
    const ranked = rankDifference(member, {
      hasOtherIssuer,
      expiry: { first: "valid", second: "valid" },
    });
    const isOwn = ranked.isExpected;
    const name = writePath(member.path);
    const cause = causes.get(member.path[0]);
    return {
      part: member.part === "header" ? ("token header" as const) : ("claims" as const),
      name,
      first: writeClaim(member.first, isOwn),
      second: writeClaim(member.second, isOwn),
      isSecret: isOwn,
      isDifferent: isOwn
        ? (member.first === undefined) !== (member.second === undefined)
        : isDifferent(member),
      place: cause ?? places.claims + ranked.place,
    };
  });
}

function writeClaim(value: ComparedMember["first"], isOwn: boolean): string | undefined {
  if (value === undefined) return undefined;
  if (isOwn) return "present";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Pairs the messages of the same name in their order; the others stay alone. */
function alignMessages(
  first: JudgedFlow,
  second: JudgedFlow,
  rank: (value: FlowValue) => number,
  hasRun: boolean,
): ComparedFlowMessage[] {
  const list = (message: AuthMessage) =>
    listMessageValues(message).filter((value) => !hasRun || isRecordedByRuns(value, message));
  const [ones, others] = [first, second].map(({ flow }) => numberMessages(flow.messages));
  const keys = new Set([...(ones?.keys() ?? []), ...(others?.keys() ?? [])]);
  return [...keys]
    .map((key) => ({ key, one: ones?.get(key), other: others?.get(key) }))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (a.key < b.key ? -1 : 1))
    .flatMap<ComparedFlowMessage>(({ one, other }) => {
      const title = one?.title ?? other?.title ?? "";
      if (one !== undefined && other !== undefined) {
        const values = compareValues(list(one.message), list(other.message), rank);
        return [{ title, place: places.rest, values }];
      }
      const alone = one ?? other;
      if (hasRun && alone !== undefined && isSurrounding(alone.message)) return [];
      const onlyIn = one === undefined ? ("second" as const) : ("first" as const);
      return [{ title, onlyIn, place: places.onlyMessage, values: [] }];
    });
}

interface NumberedMessage {
  title: string;
  message: AuthMessage;
  at: number;
}

function numberMessages(messages: readonly AuthMessage[]): Map<string, NumberedMessage> {
  const counts = new Map<string, number>();
  return new Map(
    messages.map((message, at) => {
      const title = nameMessage(message);
      const count = (counts.get(title) ?? 0) + 1;
      counts.set(title, count);
      const numbered = count === 1 ? title : `${title} ${count}`;
      return [numbered, { title: numbered, message, at }];
    }),
  );
}

/** The earlier place of both, so that the order is the same after a swap. */
const placeOf = (pair: {
  one?: NumberedMessage | undefined;
  other?: NumberedMessage | undefined;
}) => Math.min(pair.one?.at ?? Infinity, pair.other?.at ?? Infinity);

function writeHeadline(messages: readonly ComparedFlowMessage[]): string | undefined {
  const isRequestEqual = messages.every(
    ({ onlyIn, values }) =>
      onlyIn !== undefined ||
      !values.some((value) => value.part === "request" && value.isDifferent && !value.isSecret),
  );
  const differences = messages.flatMap((message) => [
    ...(message.onlyIn === undefined
      ? []
      : [
          {
            place: message.place,
            text: `Only the ${message.onlyIn} login has this message: ${message.title}.`,
          },
        ]),
    ...message.values
      .filter(({ isDifferent: differs }) => differs)
      .map((value) => {
        const text = writeDifference(message.title, value);
        const isAnswer = value.part === "status" && isRequestEqual;
        return {
          place: value.place,
          text: isAnswer ? `The requests are equal, and the answers differ: ${text}` : text,
        };
      }),
  ]);
  return differences.toSorted((one, other) => one.place - other.place)[0]?.text;
}

function writeDifference(title: string, { part, name, first, second }: ComparedFlowValue): string {
  const where =
    part === "login"
      ? ""
      : ` (${part === "claims" || part === "token header" ? "ID token" : title}, ${part})`;
  const write = (value: string | undefined) =>
    value === undefined ? "absent" : value.length > 120 ? `${value.slice(0, 120)}…` : value;
  return `${name}${where} is ${write(first)} in the first login, and ${write(second)} in the second.`;
}
