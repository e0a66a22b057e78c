import { useLayoutEffect, useRef } from "preact/hooks";
import { plural } from "../../../lib/encoding/plural.ts";
import type { ConnectionProfilesModel } from "../../../lib/models/connections/connection-profiles-model.ts";
import type { ConnectionRow } from "../../../lib/models/connections/connection-rows.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { FailureNotice } from "../../shared/FailureNotice.tsx";
import { PartialList } from "../PartialList.tsx";
import { ProfileFilter } from "../ProfileFilter.tsx";

/** Lists the connection profiles, and marks those with unsent input. */
export function ProfileList(props: {
  model: InstanceType<typeof ConnectionProfilesModel>;
  /** The profile whose row gets the focus. */
  lastOpened: string | undefined;
}) {
  const { model, lastOpened } = props;
  const state = model.list.state.value;
  const rows = model.rows.value;
  const shown = model.filter.items.value;
  const place = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (lastOpened === undefined) return;
    const buttons = [...(place.current?.querySelectorAll("button") ?? [])];
    buttons.find(({ dataset }) => dataset["profile"] === lastOpened)?.focus();
    // Runs once, when the list replaces the editor.
  }, []);

  const readAgain = (
    <button type="button" class="button" onClick={() => void model.list.read()}>
      {state.kind === "failed" ? "Retry" : "Reload"}
    </button>
  );
  const isReading = state.kind === "reading" || state.kind === "unread";
  if (rows.length === 0 && isReading) {
    return <EmptyState>Loading connection profiles…</EmptyState>;
  }
  if (rows.length === 0 && state.kind === "read") {
    return (
      <EmptyState action={readAgain}>
        No connection profiles. Create one in the dashboard, or with{" "}
        <code>POST /api/v2/connection-profiles</code> and the scope{" "}
        <code>create:connection_profiles</code>. Then edit it here.
      </EmptyState>
    );
  }
  return (
    <section class="profile-list" aria-label="Connection profiles" aria-busy={isReading}>
      {state.kind === "failed" ? (
        <FailureNotice title="Could not load the connection profiles." failure={state.failure} />
      ) : null}
      {model.list.isPartial.value ? <PartialList count={model.count.value ?? rows.length} /> : null}
      {rows.length === 0 ? null : (
        <>
          <ProfileFilter filter={model.filter} />
          {shown.length === 0 ? null : (
            <ul ref={place}>
              {shown.map((row) => (
                <Row key={row.id} row={row} onOpen={() => model.open(row.id)} />
              ))}
            </ul>
          )}
        </>
      )}
      <div class="actions">
        {isReading ? <span class="quiet">Loading…</span> : readAgain}
        {state.kind === "read" ? <span class="quiet">{countProfiles(rows)}</span> : null}
      </div>
    </section>
  );
}

function Row({ row, onOpen }: { row: ConnectionRow; onOpen: () => void }) {
  const { id, name, features } = row;
  const mark = describeMark(row);
  return (
    <li>
      <button type="button" class="row" data-profile={id} onClick={onOpen}>
        <span class="name">{name}</span>
        <span class="quiet">{features.length === 0 ? "no features" : features.join(", ")}</span>
        {mark === undefined ? null : <span class="mark">{mark}</span>}
      </button>
    </li>
  );
}

/** Returns the most important mark of a row. */
function describeMark({ hasDraft, isInDoubt, isGone }: ConnectionRow): string | undefined {
  const deleted = isGone ? "deleted, " : "";
  if (isInDoubt) return `${deleted}outcome unknown`;
  if (isGone) return "deleted, draft kept";
  return hasDraft ? "draft" : undefined;
}

function countProfiles(rows: readonly ConnectionRow[]): string {
  const count = rows.filter(({ isGone }) => !isGone).length;
  return plural(count, "profile");
}
