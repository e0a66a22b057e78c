import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { CompareModel } from "../../../lib/models/tokens/compare-model.ts";
import { TokenName } from "./TokenName.tsx";

/** Starts and stops a comparison, and names the kept token. */
export function CompareBar(props: {
  model: InstanceType<typeof CompareModel>;
  tenant: Tenant | undefined;
}) {
  const { model, tenant } = props;
  const kept = model.kept.value;
  const comparison = model.comparison.value;
  if (kept === undefined && !model.canKeep.value) return null;
  return (
    <div class="compare-bar" role="group" aria-label="Comparison">
      {kept === undefined ? null : (
        <div>
          Kept: <TokenName label={kept} />
        </div>
      )}
      {kept === undefined ? null : (
        <div class="quiet" role="status">
          {comparison?.headline.title ??
            (model.isKeptInspected.value
              ? "Paste or choose another token to compare it with this one."
              : "Inspect a token to compare it with this one.")}
        </div>
      )}
      <div class="actions">
        {kept === undefined && model.isPair.value ? (
          <button type="button" class="button" onClick={() => void model.compareBoth(tenant)}>
            Compare the two tokens
          </button>
        ) : null}
        {kept === undefined ? (
          <button type="button" class="button" onClick={model.keep}>
            Keep for comparison
          </button>
        ) : null}
        {comparison === undefined ? null : (
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
        {kept === undefined ? null : (
          <button
            type="button"
            class="button"
            onClick={({ currentTarget: button }) => {
              model.stop();
              // The button is gone now. Keep the focus in the field above it.
              button.closest(".token-input")?.querySelector("textarea")?.focus();
            }}
          >
            Stop comparing
          </button>
        )}
      </div>
    </div>
  );
}
