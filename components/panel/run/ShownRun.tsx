import { useMemo } from "preact/hooks";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import { describeRun } from "../../../lib/models/runs/describe-run.ts";
import type { RunView } from "../../../lib/models/runs/run-view.ts";
import { EventsSince } from "../../shared/EventsSince.tsx";
import { RunResult } from "./RunResult.tsx";
import { SequenceDiagram } from "../sequence/SequenceDiagram.tsx";
import { focusStep, StepList } from "../sequence/StepList.tsx";
import type { RunActions } from "./TokenActions.tsx";

/** Shows a run: its result, the events since, the sequence diagram and the steps. */
export function ShownRun(
  props: RunActions & {
    activity: InstanceType<typeof ActivityModel>;
    /** The selected tenant. */
    tenant: Tenant;
    run: RunView;
    /** Shows the tenant's events that arrived at a time (Unix time in ms) or later. */
    onShowSince: (at: number) => void;
  },
) {
  const { activity, tenant, run, onShowSince, ...actions } = props;
  const description = useMemo(() => describeRun(run), [run]);
  const { lines, columns } = description;
  return (
    <>
      <RunResult run={run} description={description} {...actions} />
      <p class="run-events">
        {run.tenant.id === tenant.id ? (
          <EventsSince
            activity={activity}
            at={run.startedAt}
            what="this run"
            onShow={() => onShowSince(run.startedAt)}
          />
        ) : (
          <span class="quiet">
            This run used {run.tenant.name} ({run.tenant.origin}), not the selected tenant.
          </span>
        )}
      </p>
      <SequenceDiagram lines={lines} columns={columns} onSelect={focusStep} />
      <StepList lines={lines} />
    </>
  );
}
