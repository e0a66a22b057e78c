import type { ComponentChildren } from "preact";

/** Explains in one sentence why a view is empty, and offers one action to change that. */
export function EmptyState(props: {
  children: ComponentChildren;
  action?: ComponentChildren;
  picture?: ComponentChildren;
}) {
  return (
    <div class="empty">
      {props.picture}
      <p>{props.children}</p>
      {props.action}
    </div>
  );
}
