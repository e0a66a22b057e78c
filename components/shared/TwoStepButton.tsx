import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/**
 * Confirms an action that cannot be undone. The first press shows what will be deleted, and the
 * second press deletes it.
 */
export function TwoStepButton(props: {
  label: string;
  confirmLabel: string;
  disabled?: boolean;
  onConfirm: () => void;
  /** States exactly what will be deleted. */
  children: ComponentChildren;
}) {
  const [isAsking, setAsking] = useState(false);
  const wasAsking = useRef(false);
  const first = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  // The pressed button is removed, so Cancel gets the focus. Afterwards, the first button gets it
  // again. A layout effect is early enough for a key that is pressed right away.
  useLayoutEffect(() => {
    if (isAsking) keep.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button
        type="button"
        class="button"
        ref={first}
        disabled={props.disabled}
        onClick={() => setAsking(true)}
      >
        {props.label}
      </button>
    );
  }
  const keepOnEscape = ({ key }: KeyboardEvent) => {
    if (key === "Escape") setAsking(false);
  };
  return (
    <div class="two-step" role="group" aria-label={props.confirmLabel}>
      <div>{props.children}</div>
      <div class="actions">
        <button
          type="button"
          class="button danger"
          disabled={props.disabled}
          onKeyDown={keepOnEscape}
          onClick={() => {
            setAsking(false);
            props.onConfirm();
          }}
        >
          {props.confirmLabel}
        </button>
        <button
          type="button"
          class="button"
          ref={keep}
          onKeyDown={keepOnEscape}
          onClick={() => setAsking(false)}
        >
          Cancel
        </button>
      </div>
    </div>
  );
}
