import type { ComponentChildren } from "preact";

const marks = { error: "✕", warning: "!", good: "✓", note: "i" } as const;
const labels = { error: "Error", warning: "Warning", good: "Done", note: "Note" } as const;

/**
 * Shows what happened and what to do next. A mark and a word state the severity, never the colour
 * alone.
 */
export function Notice(props: {
  severity: keyof typeof marks;
  title?: string;
  children?: ComponentChildren;
}) {
  return (
    <div class={`notice ${props.severity}`} role={props.severity === "error" ? "alert" : "status"}>
      <span class="mark" aria-label={labels[props.severity]} role="img">
        {marks[props.severity]}
      </span>
      <div class="body">
        {props.title === undefined ? null : <strong>{props.title}</strong>}
        {props.children}
      </div>
    </div>
  );
}
