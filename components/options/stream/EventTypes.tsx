import { eventFamilies } from "../../../lib/models/events/event-families.ts";
import type { StreamPreferencesModel } from "../../../lib/models/stream/stream-preferences-model.ts";

/** Chooses the event types that the stream requests. */
export function EventTypes({ model }: { model: InstanceType<typeof StreamPreferencesModel> }) {
  const chosen = model.form.value.eventTypes;
  const problem = model.problems.value.eventTypes;
  const all = eventFamilies.flatMap(({ types }) => types);
  return (
    <fieldset aria-describedby="event-types-words">
      <legend>Event types</legend>
      <label class="choice">
        <input
          type="radio"
          name="stream-types"
          checked={chosen === undefined}
          onChange={() => model.set({ eventTypes: undefined })}
        />
        All, including future types
      </label>
      <label class="choice">
        <input
          type="radio"
          name="stream-types"
          checked={chosen !== undefined}
          onChange={() => model.set({ eventTypes: chosen ?? all })}
        />
        Selected types
      </label>
      {chosen === undefined ? null : (
        <div class="stream-types">
          {eventFamilies.map((family) => (
            <Family
              key={family.name}
              {...family}
              chosen={chosen}
              onChange={(eventTypes) => model.set({ eventTypes })}
            />
          ))}
        </div>
      )}
      <div id="event-types-words" class="words" aria-live="polite">
        {problem === undefined ? null : <span class="problem">{problem}</span>}
      </div>
    </fieldset>
  );
}

/** Shows the types of one noun below a box for all of them, which is mixed if some are chosen. */
function Family(props: {
  name: string;
  types: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { name, types, chosen, onChange } = props;
  const count = types.filter((type) => chosen.includes(type)).length;
  const set = (changed: readonly string[], isOn: boolean) => {
    const others = chosen.filter((type) => !changed.includes(type));
    onChange(isOn ? [...others, ...changed] : others);
  };
  return (
    <div role="group" aria-label={`Types of ${name}`}>
      <label class="family">
        <input
          type="checkbox"
          checked={count === types.length}
          indeterminate={count > 0 && count < types.length}
          onChange={() => set(types, count < types.length)}
        />
        {name}{" "}
        <span class="quiet">
          {count} of {types.length}
        </span>
      </label>
      {types.map((type) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={(event) => set([type], event.currentTarget.checked)}
          />
          <code>{type}</code>
        </label>
      ))}
    </div>
  );
}
