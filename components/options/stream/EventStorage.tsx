import { useEffect } from "preact/hooks";
import type { EventStorageModel } from "../../../lib/models/stream/event-storage-model.ts";

/** Says whether the browser may delete the stored events, and offers to ask it to keep them. */
export function EventStorage({ model }: { model: InstanceType<typeof EventStorageModel> }) {
  useEffect(() => void model.load(), [model]);
  const state = model.state.value;
  if (state === "unknown") return null;
  if (state === "kept") {
    return (
      <p class="quiet" role="status">
        The browser keeps the events until you or these limits remove them.
      </p>
    );
  }
  return (
    <>
      <p class="quiet" role="status">
        {state === "refused"
          ? "The browser did not agree to keep the events. Some browsers agree once an extension is used more often."
          : "The browser may delete the events of all tenants when the disk is nearly full. The tenants are not affected."}
      </p>
      <div class="actions">
        <button
          type="button"
          class="button"
          disabled={model.isAsking.value}
          onClick={() => void model.ask()}
        >
          {state === "refused" ? "Ask again" : "Ask the browser to keep them"}
        </button>
      </div>
    </>
  );
}
