import { Notice } from "../shared/Notice.tsx";

/** Says what cannot be done in a private window before somebody tries, and where it can be done. */
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
