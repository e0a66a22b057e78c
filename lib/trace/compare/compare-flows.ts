import { shorten } from "../../encoding/shorten.ts";
import type { JudgedFlow } from "../read-trace.ts";
import { alignMessages } from "./align-messages.ts";
import { compareIdTokens } from "./compare-id-tokens.ts";
import { compareDurations, compareValues } from "./compare-values.ts";
import type { ComparedFlowMessage, ComparedFlowValue, FlowComparison } from "./flow-comparison.ts";
import { listLoginValues, type FlowValue } from "./list-values.ts";
import { listCauses, places, rankValue } from "./rank-values.ts";
import { isFactOfRuns, isRun } from "./recorded-by-runs.ts";

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

/** Describes the difference that matters most; undefined if there is none. */
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
    value === undefined ? "absent" : shorten(value, 120);
  return `${name}${where} is ${write(first)} in the first login, and ${write(second)} in the second.`;
}
