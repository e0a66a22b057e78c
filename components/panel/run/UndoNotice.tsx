import { useLayoutEffect, useRef } from "preact/hooks";
import { Notice } from "../../shared/Notice.tsx";

/** Says what was removed, and restores it. Takes the focus, which the removed button had. */
export function UndoNotice(props: { title: string; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <Notice severity="note" title={props.title}>
      <div class="actions">
        <button ref={button} type="button" class="button" onClick={props.onUndo}>
          Undo
        </button>
      </div>
    </Notice>
  );
}
