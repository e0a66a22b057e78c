import { Notice } from "../shared/Notice.tsx";

/** Explains the limits of a private window, and offers to open the options in an ordinary one. */
export function PrivateNotice(props: { onOpenOrdinary: () => void }) {
  return (
    <Notice severity="note" title="This is a private window: nothing is stored from here.">
      <span>
        Tenants and preferences are as they were left in ordinary windows, and are changed there.
        Here a credential can be given until the browser closes, and everything can be forgotten.
      </span>
      <div class="actions">
        <button type="button" class="button" onClick={props.onOpenOrdinary}>
          Open the options in an ordinary window
        </button>
      </div>
    </Notice>
  );
}
