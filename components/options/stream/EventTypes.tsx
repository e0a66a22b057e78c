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
          {all.map((type) => (
            <label key={type}>
              <input
                type="checkbox"
                checked={chosen.includes(type)}
                onChange={(event) =>
                  model.set({
                    eventTypes: event.currentTarget.checked
                      ? [...chosen, type]
                      : chosen.filter((one) => one !== type),
                  })
                }
              />
              <code>{type}</code>
            </label>
          ))}
        </div>
      )}
      <div id="event-types-words" class="words" aria-live="polite">
        {problem === undefined ? null : <span class="problem">{problem}</span>}
      </div>
    </fieldset>
  );
}
