import { useLayoutEffect, useRef } from "preact/hooks";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { ExchangeChangeState } from "../../../lib/models/exchange/exchange-change-model.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { ErrorBoundary } from "../../shared/ErrorBoundary.tsx";
import type { SinceView } from "../../shared/EventsSince.tsx";
import { FailureNotice } from "../../shared/FailureNotice.tsx";
import { focusFirst } from "../../shared/focus-first.ts";
import { Notice } from "../../shared/Notice.tsx";
import { PartialList } from "../PartialList.tsx";
import type { ExchangeModels } from "./exchange-models.ts";
import { ProfileRow } from "./ProfileRow.tsx";

/** Lists the token exchange profiles, and offers a new one. */
export function ProfileList(props: {
  models: ExchangeModels;
  tenant: Tenant | undefined;
  /** True if the list replaces another view, whose focus is lost. */
  isReturning: boolean;
}) {
  const { models, tenant, isReturning } = props;
  const { list, form, change, now } = models;
  const state = list.state.value;
  const changed = change.state.value;
  const isReading = state.kind === "reading" || state.kind === "unread";
  const hasDraft = form.hasDraft.value;
  const place = useRef<HTMLDivElement>(null);
  const isDeleted = changed.kind === "deleted";
  useLayoutEffect(() => {
    if (isReturning || isDeleted) focusFirst(place.current, "button");
  }, [isReturning, isDeleted]);
  return (
    <div class="profiles" ref={place}>
      <div class="actions toolbar">
        <button type="button" class="button primary" onClick={form.open}>
          {hasDraft ? "Continue draft" : "New profile"}
        </button>
        <button type="button" class="button" disabled={isReading} onClick={() => void list.read()}>
          Reload
        </button>
      </div>
      <Done state={changed} Since={models.Since} />
      {state.kind === "failed" ? (
        <FailureNotice
          title="Could not load the token exchange profiles."
          failure={state.failure}
          now={now}
        >
          <div class="actions">
            <button type="button" class="button" onClick={() => void list.read()}>
              Retry
            </button>
          </div>
        </FailureNotice>
      ) : null}
      {list.isPartial.value ? <PartialList count={list.profiles.value.length} /> : null}
      <Rows models={models} tenant={tenant} />
    </div>
  );
}

/** Shows the outcome of the newest rename or deletion. */
function Done({ state, Since }: { state: ExchangeChangeState; Since: SinceView | undefined }) {
  if (state.kind !== "renamed" && state.kind !== "deleted") return null;
  const isDeleted = state.kind === "deleted";
  return (
    <>
      <Notice
        severity="good"
        title={
          isDeleted ? `${state.name} was deleted.` : `${state.before} was renamed to ${state.name}.`
        }
      >
        {isDeleted ? <span>Exchanges with its subject token type now fail.</span> : null}
      </Notice>
      {Since === undefined ? null : <Since at={state.sentAt} what="this change" />}
    </>
  );
}

function Rows({ models, tenant }: Pick<Parameters<typeof ProfileList>[0], "models" | "tenant">) {
  const { list, form, filter } = models;
  const state = list.state.value;
  const profiles = list.profiles.value;
  const shown = filter?.model.items.value ?? profiles;
  if (tenant === undefined) return <EmptyState>Connecting to the background worker…</EmptyState>;
  if (profiles.length > 0) {
    return (
      <>
        {filter === undefined ? null : <filter.View filter={filter.model} />}
        {shown.length === 0 ? null : (
          <ul aria-label="Token exchange profiles" aria-busy={state.kind === "reading"}>
            {shown.map((profile) => (
              <ErrorBoundary
                key={profile.id}
                subject="This profile"
                fallback={<li class="quiet">This profile could not be shown.</li>}
              >
                <ProfileRow profile={profile} models={models} tenant={tenant} />
              </ErrorBoundary>
            ))}
          </ul>
        )}
      </>
    );
  }
  if (state.kind === "failed") return null;
  if (state.kind !== "read") return <EmptyState>Loading token exchange profiles…</EmptyState>;
  return (
    <EmptyState
      action={
        <button type="button" class="button" onClick={form.open}>
          Create profile
        </button>
      }
    >
      No token exchange profiles yet. A profile links a subject token type to the action that
      validates it.
    </EmptyState>
  );
}
