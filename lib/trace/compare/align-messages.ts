import type { AuthMessage } from "../message.ts";
import { nameMessage } from "../name-message.ts";
import type { JudgedFlow } from "../read-trace.ts";
import { compareValues } from "./compare-values.ts";
import type { ComparedFlowMessage } from "./flow-comparison.ts";
import { listMessageValues, type FlowValue } from "./list-values.ts";
import { places } from "./rank-values.ts";
import { isRecordedByRuns, isSurrounding } from "./recorded-by-runs.ts";

/** Pairs the messages of the same name in their order; the others stay alone. */
export function alignMessages(
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

/** The earlier place of both, so that the order is the same in both directions. */
const placeOf = (pair: {
  one?: NumberedMessage | undefined;
  other?: NumberedMessage | undefined;
}) => Math.min(pair.one?.at ?? Infinity, pair.other?.at ?? Infinity);
