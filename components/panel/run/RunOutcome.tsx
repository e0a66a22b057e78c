import type { RunState } from "../../../lib/models/runs/run-model.ts";
import type { RunContext, ReceivedTokens } from "../../../lib/runs/run-login.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { Notice } from "../../shared/Notice.tsx";

export function RunOutcome(props: {
  state: RunState;
  onInspect: (token: string, from: { name: string; context: RunContext }) => void;
  onForget: () => void;
}) {
  const { state, onInspect, onForget } = props;
  switch (state.kind) {
    case "idle":
      return (
        <EmptyState>
          Log in to see each step of the flow, and to take its tokens apart. The login opens in a
          window of its own; nothing is sent to the page you are inspecting.
        </EmptyState>
      );
    case "running":
      return (
        <Notice severity="note" title="The login window is open.">
          <span>Log in there. If no window came up, look behind this one.</span>
        </Notice>
      );
    case "cancelled":
      return (
        <Notice severity="note" title="Cancelled.">
          <span>
            Close the login window if it is still open: whatever it brings back is dropped.
          </span>
        </Notice>
      );
    case "unanswered":
      return (
        <Notice severity="error" title="The login did not come back.">
          <span>{state.problem}</span>
        </Notice>
      );
    case "refused":
      return (
        <Notice severity="error" title={`Refused: ${state.error}`}>
          <span>{state.errorDescription}</span>
          {state.remedy === undefined ? null : (
            <span>
              <b>What to do:</b> {state.remedy}
            </span>
          )}
          <TokenActions {...state} onInspect={onInspect} onForget={onForget} />
        </Notice>
      );
    case "succeeded":
      return (
        <Notice severity="good" title="Logged in.">
          <span>State, nonce, issuer, audience, times and signature hold.</span>
          <TokenActions {...state} onInspect={onInspect} onForget={onForget} />
        </Notice>
      );
  }
}

function TokenActions(props: {
  tokens: ReceivedTokens;
  context: RunContext;
  onInspect: (token: string, from: { name: string; context: RunContext }) => void;
  onForget: () => void;
}) {
  const { tokens, context, onInspect } = props;
  const { idToken, accessToken } = tokens;
  return (
    <div class="actions">
      {idToken === undefined ? null : (
        <button
          type="button"
          class="button"
          onClick={() => onInspect(idToken, { name: "ID token", context })}
        >
          Inspect ID token
        </button>
      )}
      {accessToken === undefined ? null : (
        <button
          type="button"
          class="button"
          onClick={() => onInspect(accessToken, { name: "access token", context })}
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
