import { readMember, type JsonObject } from "../../encoding/json.ts";
import { defaultLeeway } from "../../tokens/find-time-findings.ts";
import { readMoment } from "../../tokens/numeric-date.ts";
import { describeExactDuration, describeExactMoment } from "../../tokens/relative-time.ts";

type LifeClaim = "iat" | "nbf" | "exp";

/** A point on the bar of a token's life. */
export interface LifeMark {
  name: LifeClaim | "now";
  /** Unix time in ms. */
  at: number;
  relative: string;
  /** In percent of the bar's width. */
  position: number;
  /** The line of the label: labels that are close to each other have lines of their own. */
  lane: number;
}

/** A part of the bar, in percent of its width. */
export interface LifePart {
  from: number;
  to: number;
}

export interface TokenLife {
  /** One sentence about the current phase; it says nothing about the signature. */
  state: string;
  /** In the order of time. */
  marks: LifeMark[];
  /** The time in which the token is accepted; undefined if there is none. */
  accepted: LifePart | undefined;
  /** The time after exp in which the library still accepts the token. */
  leeway: LifePart | undefined;
  /** The same as the bar, in words. */
  text: string;
}

const leewayMs = defaultLeeway * 1000;
/** In percent: the room beside the first and the last claim. `now` can be in it. */
const margin = 5;
/** In percent: the width of a label on the narrowest panel. */
const labelWidth = 11;
const claimNames: readonly LifeClaim[] = ["iat", "nbf", "exp"];

/**
 * Describes the life of a token by its iat, nbf and exp (RFC 7519, sections 4.1.4 to 4.1.6);
 * undefined if it has none of them. `now` is Unix time in ms.
 */
export function describeLife(payload: JsonObject, now: number): TokenLife | undefined {
  const times = new Map<LifeClaim, number>();
  for (const name of claimNames) {
    const at = readMoment(readMember(payload, name));
    if (at !== undefined) times.set(name, at);
  }
  if (times.size === 0) return undefined;
  const exp = times.get("exp");
  const start = startOf(times);
  const state = describeState(times, now);
  const place = createScale([...times.values()], exp, now);
  const marks = placeMarks([...times, ["now", now]], now, place);
  const order = marks.map(({ name, relative }) => (name === "now" ? name : `${name} ${relative}`));
  const from = start === undefined ? 0 : place(start.at);
  return {
    state,
    marks,
    accepted:
      exp === undefined
        ? { from, to: 100 }
        : start !== undefined && exp <= start.at
          ? undefined
          : { from, to: place(exp) },
    leeway: exp === undefined ? undefined : { from: place(exp), to: place(exp + leewayMs) },
    text: `${state} In order: ${order.join(", ")}.`,
  };
}

type Times = ReadonlyMap<LifeClaim, number>;

/** Returns the claim from which on the token is accepted: nbf, otherwise iat. */
function startOf(times: Times): { name: LifeClaim; at: number } | undefined {
  for (const name of ["nbf", "iat"] as const) {
    const at = times.get(name);
    if (at !== undefined) return { name, at };
  }
  return undefined;
}

function describeState(times: Times, now: number): string {
  const start = startOf(times);
  const exp = times.get("exp");
  if (exp !== undefined && start !== undefined && exp <= start.at) {
    return exp === start.at
      ? `The token is never accepted: exp equals ${start.name}.`
      : `The token is never accepted: exp is ${describeExactDuration(start.at - exp)} before ${start.name}.`;
  }
  if (start !== undefined && start.at > now) {
    return start.name === "nbf"
      ? `Not accepted yet: nbf is ${describeExactMoment(start.at, now)}.`
      : `Issued in the future: iat is ${describeExactMoment(start.at, now)}.`;
  }
  if (exp === undefined) return "The token never expires: it has no exp.";
  const life = start === undefined ? "" : ` after ${describeExactDuration(exp - start.at)}`;
  if (now < exp) {
    const ofLife =
      start === undefined ? "" : ` Its whole life is ${describeExactDuration(exp - start.at)}.`;
    return `Expires ${describeExactMoment(exp, now)}.${ofLife}`;
  }
  const passed = now - exp < 1000 ? "just now" : describeExactMoment(exp, now);
  return now - exp <= leewayMs
    ? `Expired ${passed}${life}. The library tolerates this: its leeway is ${defaultLeeway} s.`
    : `Expired ${passed}${life}.`;
}

/**
 * Returns a function from a time to its place in percent. A current time far from the claims would
 * make their distances invisible, so it stands in the margin.
 */
function createScale(
  claims: readonly number[],
  exp: number | undefined,
  now: number,
): (at: number) => number {
  const points = exp === undefined ? claims : [...claims, exp + leewayMs];
  let [low, high] = [Math.min(...points), Math.max(...points)];
  const length = high - low;
  if (length === 0 || (now >= low - length && now <= high + length)) {
    [low, high] = [Math.min(low, now), Math.max(high, now)];
  }
  const span = Math.max(high - low, 1);
  return (at) => {
    if (at < low) return margin / 5;
    if (at > high) return 100 - margin / 5;
    return margin + ((at - low) / span) * (100 - 2 * margin);
  };
}

function placeMarks(
  points: readonly (readonly [name: LifeMark["name"], at: number])[],
  now: number,
  place: (at: number) => number,
): LifeMark[] {
  const ends: number[] = [];
  return points
    .toSorted(([, one], [, other]) => one - other)
    .map(([name, at]) => {
      const position = place(at);
      // The label stands to the right of its mark, and in the right half to the left.
      const left = position > 50 ? position - labelWidth : position;
      const free = ends.findIndex((end) => left >= end);
      const lane = free === -1 ? ends.length : free;
      ends[lane] = left + labelWidth;
      return { name, at, relative: describeExactMoment(at, now), position, lane };
    });
}
