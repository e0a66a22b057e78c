import type { PresetsModel } from "../../../lib/models/runs/presets-model.ts";
import { Notice } from "../../shared/Notice.tsx";

/** Shows the result of the last action on presets. */
export function PresetsNotice({ model }: { model: InstanceType<typeof PresetsModel> }) {
  const notice = model.notice.value;
  if (notice === undefined) return null;
  return (
    <Notice severity={notice.isGood ? "good" : "error"} title={notice.title}>
      {notice.details.map((detail) => (
        <span key={detail}>{detail}</span>
      ))}
    </Notice>
  );
}
