import { readRunExchange } from "../../../lib/models/runs/run-tokens.ts";
import type { RunView } from "../../../lib/models/runs/run-view.ts";
import type { TokenOfRun } from "../../../lib/models/tokens/token-field-model.ts";
import { FactValue } from "../sequence/FactValue.tsx";

/** The actions that a user can take on a run. */
export interface RunActions {
  onInspect: (token: string, from: TokenOfRun) => void;
  onForget: () => void;
  /** Shows the form of another operation. */
  onShowOperation: (operation: string) => void;
}

/** Shows a run's refresh token and code, and buttons to inspect its tokens or forget it. */
export function TokenActions({ run, onInspect, onForget }: RunActions & { run: RunView }) {
  const { outcome } = run;
  if (outcome === undefined || !("tokens" in outcome)) return null;
  const { idToken, accessToken, refreshToken, code } = outcome.tokens;
  const exchange = readRunExchange(run);
  return (
    <>
      {refreshToken === undefined ? null : (
        <span>
          Refresh token: <FactValue name="refresh token" value={refreshToken} isSecret />
        </span>
      )}
      {code === undefined ? null : (
        <span>
          Code: <FactValue name="code" value={code} isSecret />
        </span>
      )}
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
        <button type="button" class="button" onClick={onForget}>
          Forget this run
        </button>
      </div>
    </>
  );
}
