import type { ComponentChildren } from "preact";

/** One sentence that says why there is nothing here, and one action that changes it. */
export function EmptyState(props: { children: ComponentChildren; action?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{props.children}</p>
      {props.action}
    </div>
  );
}
