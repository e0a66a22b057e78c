import type { CompareModel } from "../../../lib/models/tokens/compare-model.ts";
import { TokenName } from "./TokenName.tsx";

/** Names the kept token, and says what the comparison shows or needs. */
export function CompareBar({ model }: { model: InstanceType<typeof CompareModel> }) {
  const kept = model.kept.value;
  if (kept === undefined) return null;
  return (
    <div class="compare-bar" role="group" aria-label="Comparison">
      <div>
        Kept: <TokenName label={kept} />
      </div>
      <div class="quiet" role="status">
        {model.comparison.value?.headline.title ??
          (model.isKeptInspected.value
            ? "Paste or choose another token to compare it with this one."
            : "Inspect a token to compare it with this one.")}
      </div>
      <CompareActions model={model} />
    </div>
  );
}

/** Shows the comparison, and ends it. */
function CompareActions({ model }: { model: InstanceType<typeof CompareModel> }) {
  return (
    <div class="actions">
      {model.comparison.value === undefined ? null : (
        <button
          type="button"
          class="button"
          onClick={({ currentTarget: button }) => {
            const tab = button.closest(".tokens");
            const details = tab?.querySelector<HTMLDetailsElement>("details.comparison");
            if (details === undefined || details === null) return;
            details.open = true;
            details.querySelector("summary")?.focus();
            details.scrollIntoView();
          }}
        >
          Go to comparison
        </button>
      )}
      <button
        type="button"
        class="button"
        onClick={({ currentTarget: button }) => {
          // The button will be gone. Keep the focus in the field above it.
          button.closest(".token-input")?.querySelector("textarea")?.focus();
          model.stop();
        }}
      >
        Stop comparing
      </button>
    </div>
  );
}
