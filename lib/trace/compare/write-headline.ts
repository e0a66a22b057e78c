import { shorten } from "../../encoding/shorten.ts";
import type { ComparedFlowMessage, ComparedFlowValue } from "./flow-comparison.ts";

/** Describes the difference that matters most; undefined if there is none. */
export function writeHeadline(messages: readonly ComparedFlowMessage[]): string | undefined {
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
