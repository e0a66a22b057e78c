import { useEffect } from "preact/hooks";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { EmptyPicture, type Picture } from "../EmptyPicture.tsx";
import { NoTenant } from "../../shared/NoTenant.tsx";
import { Trouble } from "../../shared/Trouble.tsx";
import { LazyView } from "../LazyView.tsx";
import { CapturedNotice } from "./CapturedNotice.tsx";
import { focusStart, RunForm, startId } from "./RunForm.tsx";
import type { RunActions, RunModels } from "./run-models.ts";
import { SavedRuns } from "./SavedRuns.tsx";
import type { Operation } from "../../../lib/runs/operation.ts";
import "./run.css";

/** Runs operations at the tenant, with the form on the left and the run on the right. */
export function RunTab(
  props: { activity: InstanceType<typeof ActivityModel>; models: RunModels } & RunActions,
) {
  const { activity } = props;
  const { run: model, offers } = props.models;
  const tenant = activity.tenant.value;
  const hasTenant = tenant !== undefined;
  useEffect(() => {
    if (hasTenant) model.load();
  }, [model, hasTenant]);
  if (!activity.isLoaded.value)
    return <EmptyState>Connecting to the background worker…</EmptyState>;
  if (tenant === undefined && activity.trouble.value !== undefined) {
    return <Trouble activity={activity} />;
  }
  if (tenant === undefined) {
    return (
      <NoTenant activity={activity} next={`#${startId}`}>
        No tenants yet. Add a tenant to run logins.
      </NoTenant>
    );
  }
  // A run begins with a pointer or the focus on its form: load its code before the click.
  const prepare = () => {
    model.prepare();
    props.models.views.result.preload();
  };
  return (
    <div class="run" onPointerEnter={prepare} onFocusIn={prepare}>
      <RunForm model={model} tenant={tenant} findOffers={(kind) => offers.find(kind, tenant.id)}>
        <CapturedNotice model={model} activity={activity} tenant={tenant} />
      </RunForm>
      <RunSide {...props} tenant={tenant} />
    </div>
  );
}

/** Shows the saved runs and the current run. Only this side renders again with each step. */
function RunSide(props: Parameters<typeof RunTab>[0] & { tenant: Tenant }) {
  const { activity, tenant } = props;
  const model = props.models.run;
  const run = model.run.value;
  return (
    <div class="run-result" aria-busy={model.isRunning.value}>
      <SavedRuns models={props.models} tenant={tenant} onReload={props.onReload} />
      {run === undefined ? (
        <NoRun operation={model.operation.value} />
      ) : (
        <LazyView what="this run" part={props.models.views.result} onReload={props.onReload}>
          {({ ShownRun }) => (
            <ShownRun
              activity={activity}
              tenant={tenant}
              run={run}
              onInspect={props.onInspect}
              onShowSince={props.onShowSince}
              onForget={() => {
                model.forget();
                focusStart();
              }}
              onShowOperation={(id) => {
                model.choose(id);
                focusStart();
              }}
            />
          )}
        </LazyView>
      )}
    </div>
  );
}

const picture: Picture = {
  label: "the steps of a login with their times, and the claims of its ID token",
  texts: [
    [8, 18, "✓", "good"],
    [20, 18, "Login"],
    [84, 18, "0.8 s", "quiet"],
    [8, 38, "✓", "good"],
    [20, 38, "Callback"],
    [84, 38, "2 ms", "quiet"],
    [8, 58, "✓", "good"],
    [20, 58, "Checks"],
    [84, 58, "11 of 11", "quiet"],
    [136, 18, "ID token"],
    [136, 38, "sub", "code"],
    [166, 38, "user-1"],
    [136, 54, "nonce", "code"],
    [166, 54, "as sent", "quiet"],
    [136, 70, "exp", "code"],
    [166, 70, "in 10 hours", "quiet"],
  ],
  lines: "M126 0V88M136 24H270",
};

/** Tells what the first run will show. */
function NoRun({ operation: { action, group, leavesFor } }: { operation: Operation }) {
  if (group !== "Log in") {
    return (
      <EmptyState picture={<EmptyPicture {...picture} />}>
        Press “{action}” to see each step and the result.
      </EmptyState>
    );
  }
  return (
    <EmptyState picture={<EmptyPicture {...picture} />}>
      {action} to see each step and decode the tokens.
      {leavesFor === undefined
        ? null
        : " In the extension, the login opens in a new window, and the inspected page is not affected."}
    </EmptyState>
  );
}
