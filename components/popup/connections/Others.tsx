import type { JsonValue } from "../../../lib/encoding/json.ts";

/** What has no field of its own, so that nobody thinks it lost. */
export function Others(props: {
  label: string;
  members: readonly [string, JsonValue | undefined][];
}) {
  if (props.members.length === 0) return null;
  const words = props.members.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return (
    <p class="others">
      {props.label}: <code>{words.join(", ")}</code>
    </p>
  );
}
