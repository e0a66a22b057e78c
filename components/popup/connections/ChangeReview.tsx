import { useLayoutEffect, useRef } from "preact/hooks";
import type { ConnectionProfilesModel } from "../../../lib/models/connections/connection-profiles-model.ts";
import { Notice } from "../../shared/Notice.tsx";
import { Changes } from "./Changes.tsx";
import { JsonText } from "./JsonText.tsx";
import { Messages } from "./Messages.tsx";

/** Shows each changed value before and after, in the JSON of the resource. */
export function ChangeReview({ model }: { model: InstanceType<typeof ConnectionProfilesModel> }) {
  const { change, editor } = model;
  const state = change.state.value;
  const isBusy = change.isBusy.value;
  const warnings = editor.warnings.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <form
      class="review"
      aria-label="Review"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void model.send();
      }}
    >
      <h3 tabIndex={-1} ref={heading}>
        Changes to send
      </h3>
      {state.kind === "reviewing" && state.note !== undefined ? (
        <Notice severity="note">
          <span>{state.note}</span>
        </Notice>
      ) : null}
      <Changes label="Changes to send" changes={editor.changes.value} />
      {warnings.length === 0 ? null : (
        <ul class="messages">
          <Messages severity="warning" messages={warnings} />
        </ul>
      )}
      <details>
        <summary>Request body</summary>
        <JsonText name="Request body" value={editor.patch.value} />
      </details>
      <div class="actions send">
        <button type="submit" class="button primary" disabled={isBusy}>
          {state.kind === "sending" ? "Sending…" : "Send changes"}
        </button>
        <button type="button" class="button" disabled={isBusy} onClick={change.backToInput}>
          Back
        </button>
      </div>
    </form>
  );
}
