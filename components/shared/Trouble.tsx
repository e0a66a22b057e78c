import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { Notice } from "./Notice.tsx";

/** What in the worker needs a person: a setting that cannot be read, a database that cannot be opened. Nothing when all is well. */
export function Trouble({ activity }: { activity: InstanceType<typeof ActivityModel> }) {
  const trouble = activity.trouble.value;
  if (trouble === undefined) return null;
  return (
    <Notice severity="error" title="The inspector needs attention.">
      <span>{trouble.message}</span>
      <div class="actions">
        <button type="button" class="button" onClick={() => void activity.openOptions()}>
          Open options
        </button>
      </div>
    </Notice>
  );
}
