import type { Preset } from "../../../lib/messages/preset.ts";
import type { PresetsModel } from "../../../lib/models/runs/presets-model.ts";
import { Notice } from "../../shared/Notice.tsx";

/** Shows the result of the last action on presets. */
export function PresetsNotice(props: {
  model: InstanceType<typeof PresetsModel>;
  /** Brings back a replaced preset. Default: no action is offered. */
  onUndo?: (preset: Preset) => void;
}) {
  const { model, onUndo } = props;
  const notice = model.notice.value;
  if (notice === undefined) return null;
  const replaced = notice.replaced?.preset;
  return (
    <Notice
      severity={notice.hasSucceeded ? "good" : "error"}
      help="run-that-fails"
      title={notice.title}
    >
      {notice.details.map((detail) => (
        <span key={detail}>{detail}</span>
      ))}
      {replaced === undefined || onUndo === undefined ? null : (
        <div class="actions">
          <button type="button" class="button" onClick={() => onUndo(replaced)}>
            Undo
          </button>
        </div>
      )}
    </Notice>
  );
}
