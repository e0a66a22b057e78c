import type { AllowanceState, KnownAllowance } from "../../../lib/models/runs/allowance-answers.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";

/** Lists the addresses to allow at the tenant before a run, and asks the tenant about them. */
export function Allowances(props: { allowances: readonly KnownAllowance[]; onCheck: () => void }) {
  const { allowances, onCheck } = props;
  if (allowances.length === 0) return null;
  const isChecking = allowances.some(({ state }) => state?.kind === "checking");
  const isChecked = allowances.some(({ state }) => state !== undefined);
  return (
    <div class="allowances">
      <dl aria-label="Addresses to allow in the application's settings">
        {allowances.map(({ list, address, state }) => (
          <div key={list}>
            <dt>{list}</dt>
            <dd>
              <code>{address}</code>{" "}
              <CopyButton name={`the address for ${list}`} text={address} isInline />
              <span aria-live="polite">
                <Answer state={state} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        class="button link"
        aria-disabled={isChecking}
        title="Asks the tenant, without cookies, whether the application may use these addresses"
        onClick={() => {
          if (!isChecking) onCheck();
        }}
      >
        {isChecked ? "Check again" : "Check at the tenant"}
      </button>
    </div>
  );
}

const marks = { accepted: "✓", rejected: "✕", unknown: "?", checking: "…" } as const;

function Answer({ state }: { state: AllowanceState | undefined }) {
  if (state === undefined) return null;
  return (
    <span class={`allowance-answer ${state.kind}`}>
      <span aria-hidden="true">{marks[state.kind]}</span> {describe(state)}
    </span>
  );
}

function describe(state: AllowanceState): string {
  switch (state.kind) {
    case "checking":
      return "Asking the tenant";
    case "accepted":
      return "The tenant accepts it.";
    case "rejected":
      return `Not allowed. ${state.why}`;
    case "unknown":
      return `Not known. ${state.why}`;
  }
}
