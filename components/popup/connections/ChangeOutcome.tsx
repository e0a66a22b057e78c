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
          <FailureNotice title="The profile was not changed." failure={state.failure} />
          {editor.canReview.value ? (
            <div class="actions">
              <button type="button" class="button" onClick={() => void model.send()}>
                Send again
              </button>
            </div>
          ) : null}
        </div>
      );
    case "gone":
      return (
        <div class="outcome">
          {state.failure === undefined ? (
            <Notice severity="error" title="This profile is no longer there.">
              <span>Somebody has deleted it. What you entered is kept here.</span>
            </Notice>
          ) : (
            <FailureNotice title="This profile is no longer there." failure={state.failure} />
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
  const title = isUndo ? "The change is taken back." : "Connection profile updated.";
  return (
    <div class="outcome">
      {unapplied.length === 0 ? (
        <Notice severity="good" title={title}>
          <span>
            {isFound
              ? "The answer was lost, and the profile, read anew, has it."
              : "What is shown below is what the service answered."}
          </span>
          {lost.length === 0 ? null : (
            <span>
              No undo takes <code>{lost.join(", ")}</code> away again.
            </span>
          )}
        </Notice>
      ) : (
        <Notice severity="warning" title="The service reported success, and answered otherwise.">
          <span>What is shown below is what it answered.</span>
          <Changes
            label="What was not applied"
            changes={unapplied}
            before="As it answered"
            after="As it was sent"
          />
        </Notice>
      )}
      <Since at={sentAt} what={isUndo ? "it was taken back" : "this change"} />
      <details>
        <summary>The service's answer</summary>
        <JsonText name="The service's answer" value={profile} />
      </details>
    </div>
  );
}

function Lost({ model, state }: { model: Model; state: StateOf<"lost"> }) {
  const { change } = model;
  const { sentAt, patch } = state.update;
  return (
    <div class="outcome">
      <Notice severity="warning" title="The answer to your change was lost.">
        <span>
          It was sent at <Moment at={sentAt} style="time" />, and the profile may have it or not.
          Nothing is sent a second time before you know: check what the tenant has. “Forget it”
          drops what you entered and leads back to the list: a change that was made stays.
        </span>
        <div class="actions">
          <button
            type="button"
            class="button primary"
            disabled={state.isChecking}
            onClick={() => void change.check()}
          >
            {state.isChecking ? "Reading the profile…" : "Check the profile"}
          </button>
          <button
            type="button"
            class="button"
            disabled={state.isChecking}
            onClick={() => void model.forgetChange()}
          >
            Forget it
          </button>
        </div>
      </Notice>
      {state.failure === undefined ? null : (
        <FailureNotice title="What is known of it" failure={state.failure} />
      )}
      <details>
        <summary>What was sent</summary>
        <JsonText name="What was sent" value={patch} />
      </details>
    </div>
  );
}
