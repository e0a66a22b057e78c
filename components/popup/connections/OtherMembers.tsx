import type { JsonValue } from "../../../lib/encoding/json.ts";

/** Lists the members without a field in the form. An update does not change them. */
export function OtherMembers(props: {
  label: string;
  members: readonly [string, JsonValue | undefined][];
}) {
  if (props.members.length === 0) return null;
  const texts = props.members.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return (
    <p class="others">
      {props.label}: <code>{texts.join(", ")}</code>
    </p>
  );
}
