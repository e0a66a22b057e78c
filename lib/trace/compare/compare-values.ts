import type { JudgedFlow } from "../read-trace.ts";
import type { ComparedFlowValue } from "./flow-comparison.ts";
import { durationOf, type FlowValue } from "./list-values.ts";
import { places } from "./rank-values.ts";

/** Pairs the values of two lists by part and name. */
export function compareValues(
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

export function compareDurations(first: JudgedFlow, second: JudgedFlow): ComparedFlowValue[] {
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
