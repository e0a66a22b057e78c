import type { StreamPreferencesModel } from "../../../lib/models/stream/stream-preferences-model.ts";
import { Field } from "../../shared/Field.tsx";
import { SwitchField } from "../SwitchField.tsx";

/** Sets the hours without notifications, which may span midnight. */
export function QuietHours({ model }: { model: InstanceType<typeof StreamPreferencesModel> }) {
  const { hasQuietHours, quietFrom, quietTo } = model.form.value;
  const problems = model.problems.value;
  return (
    <fieldset>
      <legend>Quiet hours</legend>
      <SwitchField
        label="Pause notifications during quiet hours"
        hint="The badge still counts events. The times are local; the range may span midnight."
        isOn={hasQuietHours}
        onChange={(isOn) => model.set({ hasQuietHours: isOn })}
      />
      {hasQuietHours ? (
        <div class="pair">
          <Field
            label="From"
            problem={problems.quietFrom}
            control={(bound) => (
              <input
                {...bound}
                type="time"
                value={quietFrom}
                onInput={(event) => model.set({ quietFrom: event.currentTarget.value })}
              />
            )}
          />
          <Field
            label="Until"
            problem={problems.quietTo}
            control={(bound) => (
              <input
                {...bound}
                type="time"
                value={quietTo}
                onInput={(event) => model.set({ quietTo: event.currentTarget.value })}
              />
            )}
          />
        </div>
      ) : null}
    </fieldset>
  );
}
