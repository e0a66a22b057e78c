import type { WorkerTrouble } from "../../lib/messages/activity-feed.ts";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { findHelp } from "../../lib/models/help-place.ts";
import { findRepair, type RepairModel } from "../../lib/models/tenants/repair-model.ts";
import { Notice } from "../shared/Notice.tsx";
import { TwoStepButton } from "../shared/TwoStepButton.tsx";

/** Shows a problem of the worker that needs the user, with the repairs that this page offers. */
export function RepairNotice(props: {
  activity: Pick<InstanceType<typeof ActivityModel>, "tenants" | "trouble">;
  repair: InstanceType<typeof RepairModel>;
}) {
  const { activity, repair } = props;
  const trouble = activity.trouble.value;
  const state = repair.state.value;
  const isWorking = state.kind === "working";
  return (
    <>
      {trouble === undefined ? null : (
        <Notice severity="error" help={findHelp(trouble)} title="Tenant Inspector has a problem.">
          <span>{trouble.message}</span>
          <RepairAction
            trouble={trouble}
            activity={activity}
            repair={repair}
            isWorking={isWorking}
          />
        </Notice>
      )}
      {state.kind === "failed" ? (
        <Notice severity="error" help="tenant-inspector-itself" title={state.title}>
          <span>{state.message}</span>
        </Notice>
      ) : null}
      {state.kind === "repaired" && trouble === undefined ? (
        <Notice severity="good" title="Repaired.">
          <span>{state.message}</span>
        </Notice>
      ) : null}
    </>
  );
}

function RepairAction(props: {
  trouble: WorkerTrouble;
  activity: Pick<InstanceType<typeof ActivityModel>, "tenants" | "trouble">;
  repair: InstanceType<typeof RepairModel>;
  isWorking: boolean;
}) {
  const { activity, repair, isWorking } = props;
  switch (findRepair(props.trouble)) {
    case "reset-settings":
      return (
        <>
          <span>
            Save a copy of the stored settings first. The file may name your tenants; it contains no
            credentials. The reset removes the tenants from the list and deletes the sandbox. A
            tenant that you add again has its credential, presets and events.
          </span>
          {repair.copy.value === undefined ? null : (
            <span role="status">
              Check that the browser has saved the file <code>{repair.copy.value}</code>.
            </span>
          )}
          <div class="actions">
            <button
              type="button"
              class="button"
              disabled={isWorking}
              onClick={() => void repair.saveCopy()}
            >
              Save a copy
            </button>
            {repair.copy.value === undefined ? null : (
              <button
                type="button"
                class="button danger"
                disabled={isWorking}
                onClick={() => void repair.resetSettings()}
              >
                Reset the settings
              </button>
            )}
          </div>
        </>
      );
    case "store-again":
      return (
        <div class="actions">
          <button
            type="button"
            class="button"
            disabled={isWorking}
            onClick={() =>
              void repair.storeAgain(activity.tenants.peek().map(({ tenant }) => tenant.id))
            }
          >
            Retry
          </button>
          <RemoveEvents repair={repair} isWorking={isWorking} />
        </div>
      );
    case "leave-events":
      return <LeaveEvents repair={repair} isWorking={isWorking} />;
    case "reset-events":
      return (
        <div class="actions">
          <RemoveEvents repair={repair} isWorking={isWorking} />
        </div>
      );
    case undefined:
      return null;
  }
}

/** Offers to give up the events of a newer version, which is the second choice. */
function LeaveEvents(props: { repair: InstanceType<typeof RepairModel>; isWorking: boolean }) {
  return (
    <details>
      <summary>Stay with this version</summary>
      <p>
        This version cannot read what the newer one wrote. Removing it takes the stored events of
        all tenants and the stream positions: the streams begin again with new events.
      </p>
      <div class="actions">
        <RemoveEvents {...props} />
      </div>
    </details>
  );
}

function RemoveEvents(props: { repair: InstanceType<typeof RepairModel>; isWorking: boolean }) {
  return (
    <TwoStepButton
      label="Remove stored events…"
      confirmLabel="Remove events"
      disabled={props.isWorking}
      onConfirm={() => void props.repair.resetEvents()}
    >
      <strong>Remove the stored events of all tenants?</strong> This also removes the stream
      positions. Tenants and credentials are kept.
    </TwoStepButton>
  );
}
