import { Notice } from "../shared/Notice.tsx";

/** Explains the limits of a private window, and offers to open the options in a regular one. */
export function PrivateNotice(props: { onOpenRegular: () => void }) {
  return (
    <Notice severity="note" title="This private window stores nothing.">
      <span>
        Change tenants and preferences in a regular window. Here you can enter a credential until
        the browser closes, or remove all data.
      </span>
      <div class="actions">
        <button type="button" class="button" onClick={props.onOpenRegular}>
          Open options in a regular window
        </button>
      </div>
    </Notice>
  );
}
