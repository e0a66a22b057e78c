import { FailureNotice } from "../../shared/FailureNotice.tsx";
import { Notice } from "../../shared/Notice.tsx";
import type { ExchangeModels } from "./exchange-models.ts";

/** Offers to check a creation whose response was lost; it is never sent again without a check. */
export function LostCreate({ models }: { models: ExchangeModels }) {
  const { form: model, list, now } = models;
  const state = model.state.value;
  if (state.kind !== "lost" && state.kind !== "checking") return null;
  const isChecking = state.kind === "checking";
  // The tenant responded with an error status, and may have created the profile.
  const wasAnswered = state.kind === "lost" && state.failure?.management?.status !== undefined;
  const forget = () => {
    model.clear();
    model.close();
    void list.read();
  };
  const title = wasAnswered
    ? "The outcome of the create request is unknown."
    : "The response to the create request was lost.";
  return (
    <>
      <Notice severity="warning" help="lost-response" title={title}>
        <span>
          The profile <b>{state.create.body.name}</b> may have been created. Check before you send
          the request again. “Discard” deletes your input and returns to the list; a created profile
          remains.
        </span>
        <div class="actions">
          <button
            type="button"
            class="button primary"
            disabled={isChecking}
            onClick={() => void model.check()}
          >
            {isChecking ? "Checking…" : "Check"}
          </button>
          <button type="button" class="button" onClick={model.close}>
            Back to the list
          </button>
          <button type="button" class="button" disabled={isChecking} onClick={forget}>
            Discard
          </button>
        </div>
      </Notice>
      {state.kind === "lost" && state.failure !== undefined ? (
        <FailureNotice
          title={state.isChecked ? "The check failed." : "Details"}
          failure={state.failure}
          now={now}
        />
      ) : null}
    </>
  );
}
