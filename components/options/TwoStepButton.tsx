import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** A deed that cannot be taken back: the first press says what goes, the second one does it. */
export function TwoStepButton(props: {
  label: string;
  confirmLabel: string;
  disabled?: boolean;
  onConfirm: () => void;
  /** What exactly goes. */
  children: ComponentChildren;
}) {
  const [isAsking, setAsking] = useState(false);
  const wasAsking = useRef(false);
  const first = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone: the harmless answer has the focus, and afterwards the button again. At once,
  // or a key that is pressed right away would reach nothing.
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
          Keep it
        </button>
      </div>
    </div>
  );
}
