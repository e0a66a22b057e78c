import { useState } from "preact/hooks";

/** A value that stays masked until somebody asks to see it. */
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
