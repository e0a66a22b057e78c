import { useState } from "preact/hooks";

/** Copies a text that is not secret, and says whether it worked. */
export function CopyButton(props: {
  name: string;
  text: string;
  /** Several of them stand side by side: each says what it copies. */
  isNamed?: boolean;
}) {
  const [outcome, setOutcome] = useState<"idle" | "copied" | "refused">("idle");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text);
      setOutcome("copied");
    } catch {
      setOutcome("refused");
    }
  };
  const idle = props.isNamed === true ? `Copy ${props.name}` : "Copy";
  const words = { idle, copied: "Copied", refused: "Select it and copy by hand" } as const;
  return (
    <button
      type="button"
      class="button"
      aria-label={`Copy ${props.name}`}
      onClick={() => void copy()}
      onBlur={() => setOutcome("idle")}
    >
      <span aria-live="polite">{words[outcome]}</span>
    </button>
  );
}
