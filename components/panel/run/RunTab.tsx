import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import type { RunModel } from "../../../lib/models/runs/run-model.ts";
import type { TokenOfRun } from "../../../lib/models/tokens/tokens-model.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { EventsSince } from "../../shared/EventsSince.tsx";
import { Trouble } from "../../shared/Trouble.tsx";
import { focusLogIn, LoginForm } from "./LoginForm.tsx";
import { RunOutcome } from "./RunOutcome.tsx";
import { Transcript } from "./Transcript.tsx";
import "./run.css";

/** Runs a login at the tenant, with the request on the left and the outcome on the right. */
export function RunTab(props: {
  activity: InstanceType<typeof ActivityModel>;
  model: InstanceType<typeof RunModel>;
  onInspect: (token: string, from: TokenOfRun) => void;
  /** Shows the tenant's events that arrived at a time (Unix time in ms) or later. */
  onShowSince: (at: number) => void;
}) {
  const { activity, model } = props;
  const tenant = activity.tenant.value;
  const startedAt = model.startedAt.value;
  const ranAt = model.tenant.value;
  if (!activity.isLoaded.value)
    return <EmptyState>Connecting to the background worker…</EmptyState>;
  if (tenant === undefined && activity.trouble.value !== undefined) {
    return <Trouble activity={activity} />;
  }
  if (tenant === undefined) {
    return (
      <EmptyState
        action={
          <button type="button" class="button primary" onClick={() => void activity.openOptions()}>
            Add tenant
          </button>
        }
      >
        No tenants yet. Add a tenant to run logins.
      </EmptyState>
    );
  }
  return (
    <div class="run">
      <LoginForm model={model} tenant={tenant} />
      <div class="run-result">
        <RunOutcome
          state={model.state.value}
          onInspect={props.onInspect}
          onForget={() => {
            model.forget();
            focusLogIn();
          }}
        />
        {startedAt === undefined || ranAt === undefined ? null : (
          <p class="run-events">
            {ranAt.id === tenant.id ? (
              <EventsSince
                activity={activity}
                at={startedAt}
                what="this run"
                onShow={() => props.onShowSince(startedAt)}
              />
            ) : (
              <span class="quiet">
                This run used {ranAt.name} ({ranAt.origin}), not the selected tenant.
              </span>
            )}
          </p>
        )}
        <Transcript entries={model.transcript.value} />
      </div>
    </div>
  );
}
