import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { eventFamilies } from "../../../lib/models/events/event-families.ts";
import type { EventsModel } from "../../../lib/models/events/events-model.ts";
import type { EventsViewModel } from "../../../lib/models/events/events-view-model.ts";
import { FilterField } from "../../shared/FilterField.tsx";

export const filterFieldId = "events-filter";

/** Focuses the filter field after the focused element is gone. */
export function focusFilter(): void {
  document.getElementById(filterFieldId)?.focus();
}

/** Filters by text, `/regex/`, `-word`, families of events, single types and time of arrival. */
export function EventFilter(props: {
  model: InstanceType<typeof EventsModel>;
  view: InstanceType<typeof EventsViewModel>;
  /** A note to show beneath the bar. */
  note: ComponentChildren;
}) {
  const { model, view } = props;
  const { filter } = model;
  const areTypesShown = view.areTypesShown.value;
  const listId = useId();
  const problemId = useId();
  const problem = model.filterProblem.value;
  const types = filter.types.value;
  const since = filter.since.value;
  return (
    <>
      <div class="event-filter" role="search" aria-label="Filter">
        <FilterField
          id={filterFieldId}
          descriptionId={problemId}
          placeholder="filter: text, /regex/, -word"
          query={filter.query.value}
          isWrong={problem !== undefined}
          onInput={filter.setQuery}
        />
        {eventFamilies.map(({ name, types: own }) => (
          <Chip
            key={name}
            name={name}
            isOn={own.every((type) => types.includes(type))}
            onToggle={() => filter.toggleTypes(own)}
          />
        ))}
        <button
          type="button"
          class="chip types"
          aria-expanded={areTypesShown}
          aria-controls={areTypesShown ? listId : undefined}
          onClick={view.toggleTypes}
        >
          {types.length === 0 ? "types" : `types (${types.length})`} {areTypesShown ? "▴" : "▾"}
        </button>
      </div>
      {/* These notes stand beneath the bar, so that no button moves when they appear. */}
      <div class="bar-notes">
        {since === undefined ? null : (
          <button
            type="button"
            class="chip on"
            aria-label={`Remove the filter since ${since.label}`}
            onClick={() => {
              filter.setSince(undefined);
              focusFilter();
            }}
          >
            since {since.label} ✕
          </button>
        )}
        <span id={problemId} class="problem" role="status">
          {problem}
        </span>
        {props.note}
      </div>
      {areTypesShown ? (
        <div id={listId} class="type-chips" role="group" aria-label="Event types">
          {eventFamilies
            .flatMap(({ types: own }) => own)
            .map((type) => (
              <Chip
                key={type}
                name={type}
                isOn={types.includes(type)}
                onToggle={() => filter.toggleTypes([type])}
              />
            ))}
        </div>
      ) : null}
    </>
  );
}

function Chip(props: { name: string; isOn: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      class={props.isOn ? "chip on" : "chip"}
      aria-pressed={props.isOn}
      onClick={props.onToggle}
    >
      {props.name}
    </button>
  );
}
