import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { findHelp } from "../../lib/models/help-place.ts";
import { Notice } from "./Notice.tsx";

/**
 * Shows a problem of the worker that needs the user: unreadable settings, or a database that cannot
 * be opened.
 */
export function Trouble({
  activity,
}: {
  activity: Pick<InstanceType<typeof ActivityModel>, "openOptions" | "trouble">;
}) {
  const trouble = activity.trouble.value;
  if (trouble === undefined) return null;
  return (
    <Notice severity="error" help={findHelp(trouble)} title="Tenant Inspector has a problem.">
      <span>{trouble.message}</span>
      <div class="actions">
        <button type="button" class="button" onClick={() => void activity.openOptions()}>
          Open options
        </button>
      </div>
    </Notice>
  );
}
