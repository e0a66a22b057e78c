import type { ConnectionProfilesModel } from "../../../lib/models/connections/connection-profiles-model.ts";
import type { SinceView } from "../../shared/EventsSince.tsx";
import { FailureNotice } from "../../shared/FailureNotice.tsx";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { Changes } from "./Changes.tsx";
import { JsonText } from "./JsonText.tsx";

type Model = InstanceType<typeof ConnectionProfilesModel>;

/** Shows the outcome of the newest update, and the next steps. */
export function ChangeOutcome({ model, Since }: { model: Model; Since: SinceView }) {
  const { change, editor } = model;
  const state = change.state.value;
  switch (state.kind) {
    case "updated":
      return <Updated model={model} state={state} Since={Since} />;
    case "lost":
      return <Lost model={model} state={state} />;
    case "failed":
      return (
        <div class="outcome">
          <FailureNotice title="Could not update the profile." failure={state.failure} />
          {editor.canReview.value ? (
            <div class="actions">
              <button type="button" class="button" onClick={() => void model.send()}>
                Retry
              </button>
            </div>
          ) : null}
        </div>
      );
    case "gone":
      return (
        <div class="outcome">
          {state.failure === undefined ? (
            <Notice
              severity="error"
              help="changed-by-somebody-else"
              title="This profile was deleted."
            >
              <span>Your input is kept here.</span>
            </Notice>
          ) : (
            <FailureNotice title="This profile was deleted." failure={state.failure} />
          )}
          <div class="actions">
            <button
              type="button"
              class="button"
              onClick={() => {
                model.leave();
                void model.list.read();
              }}
            >
              Reload the list
            </button>
          </div>
        </div>
      );
    case "editing":
      return state.note === undefined ? null : (
        <Notice severity="note">
          <span>{state.note}</span>
        </Notice>
      );
    case "reviewing":
    case "confirming":
    case "sending":
    case "comparing":
      return null;
  }
}

type StateOf<Kind extends string> = Extract<
  Model["change"]["state"]["value"],
  { readonly kind: Kind }
>;

function Updated(props: { model: Model; state: StateOf<"updated">; Since: SinceView }) {
  const { model, state, Since } = props;
  const { profile, sentAt, isUndo, isFound, unapplied } = state;
  const lost = model.change.lastSent.value?.undo.lost ?? [];
  const title = isUndo ? "Change undone." : "Connection profile updated.";
  return (
    <div class="outcome">
      {unapplied.length === 0 ? (
        <Notice severity="good" title={title}>
          <span>
            {isFound
              ? "The response was lost, but the profile contains your change."
              : "The profile below is from the service's response."}
          </span>
          {lost.length === 0 ? null : (
            <span>
              An undo cannot remove <code>{lost.join(", ")}</code>.
            </span>
          )}
        </Notice>
      ) : (
        <Notice
          severity="warning"
          help="request-refused"
          title="The service reported success but did not apply every change."
        >
          <span>The profile below is from the service's response.</span>
          <Changes label="Changes not applied" changes={unapplied} before="Response" after="Sent" />
        </Notice>
      )}
      <Since at={sentAt} what={isUndo ? "the undo" : "this change"} />
      <details>
        <summary>Response</summary>
        <JsonText name="Response" value={profile} />
      </details>
    </div>
  );
}

function Lost({ model, state }: { model: Model; state: StateOf<"lost"> }) {
  const { change } = model;
  const { sentAt, patch } = state.update;
  return (
    <div class="outcome">
      <Notice severity="warning" help="lost-response" title="The response to your change was lost.">
        <span>
          The change was sent at <Moment at={sentAt} style="time" /> and may have been applied.
          Check the profile before you send the change again. “Discard” deletes your input and
          returns to the list; an applied change remains.
        </span>
        <div class="actions">
          <button
            type="button"
            class="button primary"
            disabled={state.isChecking}
            onClick={() => void change.check()}
          >
            {state.isChecking ? "Loading the profile…" : "Check profile"}
          </button>
          <button
            type="button"
            class="button"
            disabled={state.isChecking}
            onClick={() => void model.forgetChange()}
          >
            Discard
          </button>
        </div>
      </Notice>
      {state.failure === undefined ? null : (
        <FailureNotice title="Details" failure={state.failure} />
      )}
      <details>
        <summary>Request body</summary>
        <JsonText name="Request body" value={patch} />
      </details>
    </div>
  );
}
