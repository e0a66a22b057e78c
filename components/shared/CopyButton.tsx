import { useState } from "preact/hooks";

/** Copies a text that is not secret, and reports the outcome. */
export function CopyButton(props: {
  name: string;
  text: string;
  /** True if several buttons stand side by side, so that each label names its text. */
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
  const labels = {
    idle,
    copied: "Copied",
    refused: "Copy failed: select and copy the text",
  } as const;
  return (
    <button
      type="button"
      class="button"
      aria-label={`Copy ${props.name}`}
      onClick={() => void copy()}
      onBlur={() => setOutcome("idle")}
    >
      <span aria-live="polite">{labels[outcome]}</span>
    </button>
  );
}
