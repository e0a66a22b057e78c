import { useState } from "preact/hooks";

/**
 * Copies a text, and reports the outcome. Use it for a secret only if the label names the secret:
 * then the user decides.
 */
export function CopyButton(props: {
  name: string;
  /** The text, or a function that writes it on the click; undefined if there is none to copy. */
  text: string | (() => string | Promise<string | undefined>);
  /** True if several buttons stand side by side, so that each label names its text. */
  isNamed?: boolean;
  /** True for a button within a line of text. */
  isInline?: boolean;
}) {
  const [outcome, setOutcome] = useState<"idle" | "copied" | "refused" | "nothing">("idle");
  const copy = async () => {
    try {
      const text = typeof props.text === "string" ? props.text : await props.text();
      if (text === undefined) {
        setOutcome("nothing");
        return;
      }
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("refused");
    }
  };
  const word = props.isInline === true ? "copy" : "Copy";
  const idle = props.isNamed === true ? `Copy ${props.name}` : word;
  const labels = {
    idle,
    copied: "Copied",
    refused: "Copy failed: select and copy the text",
    nothing: "Nothing to copy",
  } as const;
  return (
    <button
      type="button"
      class={props.isInline === true ? "button link" : "button"}
      aria-label={`Copy ${props.name}`}
      onClick={() => void copy()}
      onBlur={() => setOutcome("idle")}
    >
      <span aria-live="polite">{labels[outcome]}</span>
    </button>
  );
}
