import {
  type RunDescription,
  compareScopes,
  hideSecretsOf,
  isSecretOfError,
  isSecretOfResult,
} from "../../../lib/models/runs/describe-run.ts";
import type { RunView } from "../../../lib/models/runs/run-view.ts";
import type { Operation } from "../../../lib/runs/operation.ts";
import type { RunOutcome } from "../../../lib/runs/run-operation.ts";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { Checks } from "../Checks.tsx";
import { RefusedNotice } from "./RefusedNotice.tsx";
import { type RunActions, TokenActions } from "./TokenActions.tsx";
import type { JsonValue } from "../../../lib/encoding/json.ts";
import type { CallError } from "../../../lib/runs/call.ts";
import { JsonTree } from "../JsonTree.tsx";
import { listFailed, nameMethod, summarizeChecks } from "./summarize-run.ts";
import { writeDuration } from "../sequence/write-duration.ts";
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
        <span>A response that still arrives will be ignored.</span>
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
    <Notice
      severity="error"
      help="run-that-fails"
      title={title ?? `The ${subject} did not complete.`}
    >
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

/** Compares the scopes that the tenant granted with those of the request. */
function GrantedScopes({ run }: { run: RunView }) {
  const compared = compareScopes(run);
  if (compared === undefined) return null;
  const { requested, granted, missing, added } = compared;
  const rows = [
    ["Requested", requested],
    ["Granted", granted],
    ["Not granted", missing],
    ["Not requested", added],
  ] as const;
  return (
    <section aria-labelledby="scopes-heading">
      <h2 id="scopes-heading">Scopes</h2>
      <dl class="granted-scopes">
        {rows
          .filter(([name, scopes]) => scopes.length > 0 || name === "Granted")
          .map(([name, scopes]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{scopes.length === 0 ? "none" : <code>{scopes.join(" ")}</code>}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** Shows a result exactly as the promise or the callback got it. */
function ResultTree(props: { operation: Operation; result: JsonValue }) {
  const { operation, result } = props;
  if (result === null) {
    if (operation.leavesFor !== undefined) return null;
    return <p class="quiet">The call returned no value.</p>;
  }
  return <ValueTree title="Result" value={result} isSecret={isSecretOfResult} />;
}

/** Shows the members of an error. */
function ErrorTree({ error: { members } }: { error: CallError }) {
  if (Object.keys(members).length === 0) return null;
  return <ValueTree title="Error" value={members} isSecret={isSecretOfError} />;
}

function ValueTree(props: {
  title: "Result" | "Error";
  value: JsonValue;
  isSecret: typeof isSecretOfResult;
}) {
  const { title, value, isSecret } = props;
  const headingId = `${title.toLowerCase()}-heading`;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <JsonTree
        label={`${title} as JSON`}
        value={value}
        copied={hideSecretsOf(value, isSecret)}
        isSecret={isSecret}
      />
    </section>
  );
}

/** Shows that a run succeeded, and whether its response passed the checks. */
function SucceededNotice(props: RunActions & { run: RunView; description: RunDescription }) {
  const { run, description } = props;
  const { checks = [], startedAt, endedAt } = run;
  return (
    <Notice
      severity={listFailed(checks).length === 0 ? "good" : "warning"}
      help="run-that-fails"
      title={writeTitle(run, description)}
    >
      {checks.length === 0 ? null : <span>{summarizeChecks(checks)}</span>}
      {endedAt === undefined ? null : (
        <span class="quiet">The run took {writeDuration(endedAt - startedAt)}.</span>
      )}
      <TokenActions {...props} />
    </Notice>
  );
}

function writeTitle({ operation }: RunView, description: RunDescription): string {
  if (operation.leavesFor === "login" || operation.group === "Log in") return "Logged in.";
  if (operation.leavesFor === "logout") return "Logged out.";
  return `${nameMethod(description)} returned.`;
}
