import { useState } from "preact/hooks";
import { shorten } from "../../../lib/encoding/shorten.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import "./fact-value.css";

/** Of a longer value, only the beginning is shown; a copy contains the whole value. */
const maxShownLength = 600;

/** Shows a value with a button to copy it. A secret is masked until the user reveals it. */
export function FactValue(props: { name: string; value: string; isSecret: boolean }) {
  const { name, value, isSecret } = props;
  const [isRevealed, setRevealed] = useState(false);
  const isShown = isRevealed || !isSecret;
  return (
    <span class="fact-value">
      <code>{isShown ? shortenValue(value) : "••••••••"}</code>
      {isSecret ? (
        <>
          {" "}
          <button
            type="button"
            class="button link"
            aria-label={`${isShown ? "Hide" : "Show"} ${name}`}
            onClick={() => setRevealed(!isRevealed)}
          >
            {isShown ? "hide" : "show"}
          </button>
        </>
      ) : null}{" "}
      <CopyButton name={name} text={value} isInline />
    </span>
  );
}

function shortenValue(value: string): string {
  const rest = value.length - maxShownLength;
  return rest > 0 ? `${shorten(value, maxShownLength)} (${rest} more characters)` : value;
}
