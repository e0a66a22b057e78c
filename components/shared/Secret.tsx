import { useState } from "preact/hooks";

/** Shows a value masked until the user reveals it. */
export function Secret(props: { name: string; value: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <span class="secret">
      <code>{isShown ? props.value : "••••••••"}</code>{" "}
      <button
        type="button"
        class="button link"
        aria-label={`${isShown ? "Hide" : "Show"} ${props.name}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "hide" : "show"}
      </button>
    </span>
  );
}
