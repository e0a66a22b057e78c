import type { RunState } from "../../../lib/models/runs/run-model.ts";
import type { TokenOfRun } from "../../../lib/models/tokens/tokens-model.ts";
import type { Check } from "../../../lib/tokens/checks/check.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { Checks } from "./Checks.tsx";

type Answered = Extract<RunState, { kind: "succeeded" | "refused" }>;

export function RunOutcome(props: {
  state: RunState;
  onInspect: (token: string, from: TokenOfRun) => void;
  onForget: () => void;
}) {
  const { state, onInspect, onForget } = props;
  switch (state.kind) {
    case "idle":
      return (
        <EmptyState>
          Log in to see each step and decode the tokens. The login opens in a new window; the
          inspected page is not affected.
        </EmptyState>
      );
    case "running":
      return (
        <Notice severity="note" title="The login window is open.">
          <span>Use that window to log in. If you do not see it, look behind this one.</span>
        </Notice>
      );
    case "cancelled":
      return (
        <Notice severity="note" title="Cancelled.">
          <span>Close the login window if it is still open. Its response will be ignored.</span>
        </Notice>
      );
    case "unanswered":
      return (
        <Notice severity="error" title={state.title ?? "The login did not complete."}>
          {state.said === undefined ? null : (
            <span>
              Response from the tenant: <q>{state.said}</q>
            </span>
          )}
          <span>{state.problem}</span>
          {state.toCheck === undefined ? null : (
            <ul>
              {state.toCheck.map((check) => (
                <li key={check}>{check}</li>
              ))}
            </ul>
          )}
        </Notice>
      );
    case "refused":
      return (
        <>
          <Notice severity="error" title={`Login failed: ${state.error}`}>
            <span>{state.errorDescription}</span>
            {state.remedy === undefined ? null : (
              <span>
                <b>Fix:</b> {state.remedy}
              </span>
            )}
            <span>{summarize(state.checks)}</span>
            <TokenActions state={state} onInspect={onInspect} onForget={onForget} />
          </Notice>
          <Checks checks={state.checks} />
        </>
      );
    case "succeeded":
      return (
        <>
          <Notice
            severity={listFailed(state.checks).length === 0 ? "good" : "warning"}
            title="Logged in."
          >
            <span>{summarize(state.checks)}</span>
            <TokenActions state={state} onInspect={onInspect} onForget={onForget} />
          </Notice>
          <Checks checks={state.checks} />
        </>
      );
  }
}

function listFailed(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ outcome }) => outcome === "failed");
}

/** Names the failed checks, or counts the checks that passed and that did not apply. */
function summarize(checks: readonly Check[]): string {
  const failed = listFailed(checks);
  if (failed.length > 0) {
    const names = failed.map(({ title }) => title).join(", ");
    const applied = checks.filter(({ outcome }) => outcome !== "not-applicable");
    return `${failed.length} of ${applied.length} checks failed: ${names}.`;
  }
  const passed = checks.filter(({ outcome }) => outcome === "passed").length;
  const rest = checks.length - passed;
  return rest === 0
    ? `All ${passed} checks passed.`
    : `${passed} checks passed, ${rest} not applicable.`;
}

function TokenActions(props: {
  state: Answered;
  onInspect: (token: string, from: TokenOfRun) => void;
  onForget: () => void;
}) {
  const { state, onInspect } = props;
  const { exchange } = state;
  const { idToken, accessToken } = state.tokens;
  return (
    <div class="actions">
      {idToken === undefined ? null : (
        <button
          type="button"
          class="button"
          onClick={() => onInspect(idToken, { name: "ID token", exchange })}
        >
          Inspect ID token
        </button>
      )}
      {accessToken === undefined ? null : (
        <button
          type="button"
          class="button"
          onClick={() => onInspect(accessToken, { name: "access token", exchange })}
        >
          Inspect access token
        </button>
      )}
      <button type="button" class="button" onClick={props.onForget}>
        Forget this run
      </button>
    </div>
  );
}
