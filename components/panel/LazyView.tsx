import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { LazyPart } from "../../lib/models/lazy-part.ts";
import { EmptyState } from "../shared/EmptyState.tsx";
import { ReloadButton } from "./StalePanel.tsx";

/** Shows a part of the panel. Shows nothing while it loads, which takes a frame or two. */
export function LazyView<Part>(props: {
  /** Names the part in the message of a failure: `this tab`. */
  what: string;
  part: LazyPart<Part>;
  onReload: () => void;
  children: (part: Part) => ComponentChildren;
}) {
  const { what, part, onReload, children } = props;
  useLayoutEffect(() => void part.load(), [part]);
  if (part.hasFailed.value) {
    return (
      <EmptyState action={<ReloadButton onReload={onReload} />}>
        Could not load {what}, probably because the extension was updated. Reload the panel.
      </EmptyState>
    );
  }
  const loaded = part.loaded.value;
  return loaded === undefined ? null : <>{children(loaded)}</>;
}
