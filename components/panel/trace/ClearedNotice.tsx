import { useEffect } from "preact/hooks";
import type { CaptureModel } from "../../../lib/models/trace/capture-model.ts";
import type { TraceModel } from "../../../lib/models/trace/trace-model.ts";
import { Notice } from "../../shared/Notice.tsx";

/** Offers to undo the last clear, until the next login appears or the user closes the notice. */
export function ClearedNotice(props: {
  capture: InstanceType<typeof CaptureModel>;
  trace: InstanceType<typeof TraceModel>;
  /** Called after a button of the notice, which then disappears. */
  onDone: () => void;
}) {
  const { capture, trace, onDone } = props;
  const cleared = capture.cleared.value;
  const { flows } = trace.trace.value;
  const isOver = cleared !== undefined && flows.some(({ flow }) => flow.startedAt > cleared.at);
  useEffect(() => {
    if (isOver) capture.forgetCleared();
  }, [capture, isOver]);
  if (cleared === undefined || isOver) return null;
  const { length } = cleared.exchanges;
  return (
    <Notice severity="note">
      <div class="actions">
        <span>{length === 1 ? "Cleared 1 request." : `Cleared ${length} requests.`}</span>
        <button
          type="button"
          class="button"
          title="Undo (Ctrl+Z)"
          onClick={() => {
            capture.undoClear();
            onDone();
          }}
        >
          Undo
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            capture.forgetCleared();
            onDone();
          }}
        >
          Forget them
        </button>
      </div>
    </Notice>
  );
}
