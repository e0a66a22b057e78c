import type { RunDescription } from "../../../lib/models/runs/describe-run.ts";
import type { RunView } from "../../../lib/models/runs/run-view.ts";
import { Notice } from "../../shared/Notice.tsx";
import { listFailed, nameMethod, summarizeChecks } from "./summarize-run.ts";
import { TokenActions, type RunActions } from "./TokenActions.tsx";
import { writeDuration } from "../sequence/write-duration.ts";

/** Shows that a run succeeded, and whether its response passed the checks. */
export function SucceededNotice(props: RunActions & { run: RunView; description: RunDescription }) {
  const { run, description } = props;
  const { checks = [], startedAt, endedAt } = run;
  return (
    <Notice
      severity={listFailed(checks).length === 0 ? "good" : "warning"}
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
