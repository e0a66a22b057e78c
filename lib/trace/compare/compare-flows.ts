import type { JudgedFlow } from "../read-trace.ts";
import { listLoginValues, type FlowValue } from "./list-values.ts";
import { isFactOfRuns, isRun } from "./recorded-by-runs.ts";
import type { ComparedFlowMessage, FlowComparison } from "./flow-comparison.ts";
import { listCauses, places, rankValue } from "./rank-values.ts";
import { compareDurations, compareValues } from "./compare-values.ts";
import { compareIdTokens } from "./compare-id-tokens.ts";
import { alignMessages } from "./align-messages.ts";
import { writeHeadline } from "./write-headline.ts";

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
