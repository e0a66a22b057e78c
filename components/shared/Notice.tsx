import type { ComponentChildren } from "preact";
import type { HelpPlace } from "../../lib/models/help-place.ts";

const marks = { error: "✕", warning: "!", good: "✓", note: "i" } as const;
const labels = { error: "Error", warning: "Warning", good: "Done", note: "Note" } as const;

/**
 * An error or a warning leads to a place in the guide. A notice that can be either good or a problem
 * has a place too, which is shown with the problem only.
 */
type Severity =
  | { severity: "good" | "note"; help?: HelpPlace }
  | { severity: "error" | "warning"; help: HelpPlace };

/**
 * Shows what happened and what to do next. A mark and a word state the severity, never the colour
 * alone.
 */
export function Notice(props: Severity & { title?: string; children?: ComponentChildren }) {
  const isProblem = props.severity === "error" || props.severity === "warning";
  return (
    <div class={`notice ${props.severity}`} role={props.severity === "error" ? "alert" : "status"}>
      <span class="mark" aria-label={labels[props.severity]} role="img">
        {marks[props.severity]}
      </span>
      <div class="body">
        {props.title === undefined ? null : <strong>{props.title}</strong>}
        {props.children}
        {isProblem ? (
          <a
            class="button link help"
            href={`/guide.html#${props.help}`}
            target="_blank"
            rel="noreferrer"
          >
            Help
          </a>
        ) : null}
      </div>
    </div>
  );
}
