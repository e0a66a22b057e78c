import type { RunDescription } from "../../../lib/models/runs/describe-run.ts";
import type { RunView } from "../../../lib/models/runs/run-view.ts";
import type { CallError } from "../../../lib/runs/call.ts";
import type { Risk } from "../../../lib/runs/operation.ts";
import { Notice } from "../../shared/Notice.tsx";
import { nameMethod, summarizeChecks } from "./summarize-run.ts";
import { TokenActions, type RunActions } from "./TokenActions.tsx";

/** Shows the error of a run as the library returned it, and the remedy. */
export function RefusedNotice(
  props: RunActions & { run: RunView; description: RunDescription; error: CallError },
) {
  const { run, error } = props;
  const { operation, checks = [] } = run;
  const { error: code, errorDescription, cause, reason, remedy, statusCode } = error;
  const risks = cause === undefined ? operation.risks.filter((one) => one.error === code) : [];
  const failed =
    operation.leavesFor === "login" ? "Login failed" : `${nameMethod(props.description)} failed`;
  return (
    <Notice severity="error" help="run-that-fails" title={`${failed}: ${code}`}>
      <span>{errorDescription}</span>
      {reason === undefined && statusCode === undefined ? null : (
        <span class="quiet">
          {[
            ...(statusCode === undefined ? [] : [`Status ${statusCode}`]),
            ...(reason === undefined ? [] : [`Reason: ${reason}`]),
          ].join(". ")}
        </span>
      )}
      {cause === undefined ? null : (
        <span>
          <b>Cause:</b> {cause}
        </span>
      )}
      {remedy === undefined ? null : (
        <span>
          <b>Fix:</b> {remedy}
        </span>
      )}
      <KnownCauses risks={risks} hasRemedy={remedy !== undefined} />
      <Instead risks={risks} onShowOperation={props.onShowOperation} />
      {checks.length === 0 ? null : <span>{summarizeChecks(checks)}</span>}
      <TokenActions {...props} />
    </Notice>
  );
}

/** Offers the operation that avoids an error. */
function Instead({
  risks,
  onShowOperation,
}: { risks: readonly Risk[] } & Pick<RunActions, "onShowOperation">) {
  const { instead } = risks.find((risk) => risk.instead !== undefined) ?? {};
  if (instead === undefined) return null;
  return (
    <div class="actions">
      <button type="button" class="button" onClick={() => onShowOperation(instead.operation)}>
        {instead.label}
      </button>
    </div>
  );
}

/** Lists the causes of an error. The same code can have several: only its text tells which. */
function KnownCauses({ risks, hasRemedy }: { risks: readonly Risk[]; hasRemedy: boolean }) {
  const [first, ...more] = risks;
  if (first === undefined) return null;
  if (more.length === 0) {
    return (
      <span>
        <b>Known cause:</b> {first.cause} {hasRemedy ? null : first.remedy}
      </span>
    );
  }
  return (
    <>
      <span>
        <b>Possible causes:</b>
      </span>
      <ul>
        {risks.map(({ cause, remedy }) => (
          <li key={cause}>
            {cause} {hasRemedy ? null : remedy}
          </li>
        ))}
      </ul>
    </>
  );
}
