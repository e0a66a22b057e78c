import { useLayoutEffect, useRef } from "preact/hooks";
import type { TokenExchangeProfile } from "../../../lib/management/exchange/token-exchange-profile.ts";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { FailureNotice } from "../../shared/FailureNotice.tsx";
import { TextField } from "../../shared/Field.tsx";
import { focusFirst } from "../../shared/focus-first.ts";
import type { ExchangeModels } from "./exchange-models.ts";

interface RowProps {
  profile: TokenExchangeProfile;
  models: ExchangeModels;
  tenant: Tenant;
}

/** Shows one token exchange profile with its actions. */
export function ProfileRow({ profile, models, tenant }: RowProps) {
  const { change, run } = models;
  const state = change.state.value;
  const own = "profile" in state && state.profile.id === profile.id ? state : undefined;
  const isSending = own?.kind === "sending";
  const isBusy = state.kind === "sending";
  const isNaming = own?.kind === "renaming" || (own?.kind === "sending" && own.action === "rename");
  const { name } = profile;
  const row = useRef<HTMLLIElement>(null);
  const wasNaming = useRef(false);
  // The form that had the focus is removed, so the focus returns to its button.
  useLayoutEffect(() => {
    if (wasNaming.current && !isNaming) focusFirst(row.current, "button[aria-label^=Rename]");
    wasNaming.current = isNaming;
  }, [isNaming]);
  return (
    <li class="profile" aria-busy={isSending} ref={row}>
      {isNaming ? (
        <RenameForm profile={profile} models={models} tenant={tenant} />
      ) : (
        <div class="line">
          <b>{name}</b>
          <span class="actions">
            <button
              type="button"
              class="button link"
              aria-label={`Run an exchange with ${name}`}
              disabled={run === undefined}
              onClick={() => void run?.open(tenant, profile)}
            >
              Run
            </button>
            <button
              type="button"
              class="button link"
              aria-label={`Rename ${name}`}
              disabled={isBusy}
              onClick={() => change.startRenaming(profile)}
            >
              Rename
            </button>
            <button
              type="button"
              class="button link"
              aria-label={`Delete ${name}`}
              disabled={isBusy}
              onClick={() => void change.remove(tenant, profile)}
            >
              {isSending ? "Deleting…" : "Delete"}
            </button>
          </span>
        </div>
      )}
      <dl>
        <dt>Type</dt>
        <dd>
          <code>{profile.subject_token_type}</code>
        </dd>
        <dt>Action</dt>
        <dd>
          <code>{profile.action_id}</code>
        </dd>
        <dt>ID</dt>
        <dd class="id">
          <code>{profile.id}</code> <CopyButton name={`the ID of ${name}`} text={profile.id} />
        </dd>
      </dl>
      {own?.kind === "failed" ? (
        <FailureNotice
          title={
            own.action === "rename"
              ? "Could not rename the profile."
              : "Could not delete the profile."
          }
          failure={own.failure}
          now={models.now}
        >
          <div class="actions">
            {own.isLost ? (
              <button
                type="button"
                class="button"
                onClick={() => {
                  change.dismiss();
                  void models.list.read();
                }}
              >
                Reload the list
              </button>
            ) : null}
            <button type="button" class="button" onClick={change.dismiss}>
              Dismiss
            </button>
          </div>
        </FailureNotice>
      ) : null}
    </li>
  );
}

function RenameForm({ profile, models, tenant }: RowProps) {
  const { change } = models;
  const state = change.state.value;
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const element = form.current;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Escape would close the popup as well.
      event.preventDefault();
      change.dismiss();
    };
    element?.querySelector("input")?.select();
    element?.addEventListener("keydown", leave);
    return () => element?.removeEventListener("keydown", leave);
  }, [change]);
  if (state.kind !== "renaming" && state.kind !== "sending") return null;
  const isSending = state.kind === "sending";
  return (
    <form
      ref={form}
      aria-label={`Rename ${profile.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void change.rename(tenant);
      }}
    >
      <fieldset disabled={isSending}>
        <TextField
          label="New name"
          value={state.name}
          problem={state.kind === "renaming" ? state.problem : undefined}
          onInput={change.setName}
        />
        <div class="actions">
          <button type="submit" class="button primary">
            {isSending ? "Renaming…" : "Rename"}
          </button>
          <button type="button" class="button" onClick={change.dismiss}>
            Cancel
          </button>
        </div>
      </fieldset>
    </form>
  );
}
