import type { FieldMessage } from "../../../lib/management/field-check.ts";

const severities = {
  problem: { mark: "✕", word: "Error" },
  warning: { mark: "!", word: "Warning" },
} as const;

/** Shows errors or warnings as list items, each with its path in the resource. */
export function Messages(props: {
  severity: keyof typeof severities;
  messages: readonly FieldMessage[];
}) {
  const { mark, word } = severities[props.severity];
  return (
    <>
      {props.messages.map(({ field, message }) => (
        <li key={`${field} ${message}`} class={props.severity}>
          <span aria-label={word} role="img">
            {mark}
          </span>{" "}
          <code>{field}</code> {message}
        </li>
      ))}
    </>
  );
}
