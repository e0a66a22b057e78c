import { useMemo, useState } from "preact/hooks";
import type { JsonValue } from "../../../../lib/encoding/json.ts";
import { shortenValue } from "../../../../lib/models/tokens/shorten-value.ts";

const format = (count: number) => count.toLocaleString("en");

/** Shows a value as JSON. A long value is folded until the user asks for more. */
export function FoldedValue(props: { name: string; value: JsonValue }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const { text, length, isCut } = useMemo(
    () => shortenValue(props.value, isUnfolded),
    [props.value, isUnfolded],
  );
  if (length === undefined) return <code>{text}</code>;
  const more = isCut
    ? `Show the beginning (of ${format(length)} characters)`
    : `Show all (${format(length)} characters)`;
  return (
    <>
      <code>{text}</code>{" "}
      <button
        type="button"
        class="button link"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {isUnfolded ? "Show less" : more}
        <span class="unseen"> of {props.name}</span>
      </button>
    </>
  );
}
