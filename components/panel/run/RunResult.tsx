import type { RunDescription } from "../../../lib/models/runs/describe-run.ts";
import type { RunView } from "../../../lib/models/runs/run-view.ts";
import type { Operation } from "../../../lib/runs/operation.ts";
import type { RunOutcome } from "../../../lib/runs/run-operation.ts";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { Checks } from "../Checks.tsx";
import { RefusedNotice } from "./RefusedNotice.tsx";
import { ErrorTree, ResultTree } from "./ResultTree.tsx";
import { GrantedScopes } from "./GrantedScopes.tsx";
import { SucceededNotice } from "./SucceededNotice.tsx";
import type { RunActions } from "./TokenActions.tsx";
import "./run-result.css";

/** Shows the state of a run: what it waits for, or its end. */
export function RunResult(props: RunActions & { run: RunView; description: RunDescription }) {
  const { run, description } = props;
  const { outcome, checks = [] } = run;
  switch (outcome?.kind) {
    case undefined:
      return <RunningNotice run={run} waiting={description.waiting} />;
    case "cancelled":
      return <CancelledNotice run={run} />;
    case "unanswered":
      return <UnansweredNotice operation={run.operation} outcome={outcome} />;
    case "refused":
      return (
        <>
          <RefusedNotice {...props} error={outcome.error} description={description} />
          <ErrorTree error={outcome.error} />
          {checks.length === 0 ? null : <Checks checks={checks} />}
        </>
      );
    case "succeeded":
      return (
        <>
          <SucceededNotice {...props} description={description} />
          <ResultTree operation={run.operation} result={outcome.result} />
          <GrantedScopes run={run} />
          {checks.length === 0 ? null : <Checks checks={checks} />}
        </>
      );
  }
}

function RunningNotice({ run, waiting }: { run: RunView; waiting: RunDescription["waiting"] }) {
  const isWindow = run.waitsFor === undefined && waiting?.waitsFor === "the login window";
  const waits = waiting?.waitsFor === undefined ? undefined : `Waiting for ${waiting.waitsFor}.`;
  const title = isWindow ? "The login window is open." : (run.waitsFor ?? waits);
  return (
    <Notice severity="note" title={title ?? "The run starts."}>
      {isWindow ? (
        <span>
          Use that window to {run.operation.leavesFor === "logout" ? "log out" : "log in"}. If you
          do not see it, look behind this one.
        </span>
      ) : null}
      {waiting === undefined ? null : (
        <span>
          Waiting since <Moment at={waiting.at} style="time" />.
        </span>
      )}
    </Notice>
  );
}

function CancelledNotice({ run: { operation, setting } }: { run: RunView }) {
  const hasWindow = operation.leavesFor !== undefined && setting.way === "extension";
  return (
    <Notice severity="note" title="Cancelled.">
      {hasWindow ? (
        <span>Close the login window if it is still open. Its response will be ignored.</span>
      ) : (
        <span>A response that is still under way will be ignored.</span>
      )}
    </Notice>
  );
}

function UnansweredNotice(props: {
  operation: Operation;
  outcome: Extract<RunOutcome, { kind: "unanswered" }>;
}) {
  const { title, said, problem, toCheck } = props.outcome;
  const subject = props.operation.leavesFor === "login" ? "login" : "run";
  return (
    <Notice severity="error" title={title ?? `The ${subject} did not complete.`}>
      {said === undefined ? null : (
        <span>
          Response from the tenant: <q>{said}</q>
        </span>
      )}
      <span>{problem}</span>
      {toCheck === undefined ? null : (
        <ul>
          {toCheck.map((check) => (
            <li key={check}>{check}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
