import { useEffect } from "preact/hooks";
import type { StreamMode } from "../../../lib/messages/stream-preferences.ts";
import type { StreamPreferencesModel } from "../../../lib/models/stream/stream-preferences-model.ts";
import { TextField } from "../../shared/Field.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { EventRules } from "./EventRules.tsx";
import { EventTypes } from "./EventTypes.tsx";
import { QuietHours } from "./QuietHours.tsx";
import "./stream.css";

type Model = InstanceType<typeof StreamPreferencesModel>;

const modes: readonly { value: StreamMode; label: string; hint: string }[] = [
  {
    value: "always",
    label: "Always",
    hint: "Nothing waits. It uses 1 of the few streams of your plan for as long as the browser runs.",
  },
  {
    value: "while-open",
    label: "Only while a window of the inspector is open",
    hint: "It uses 1 of your plan's streams meanwhile. What happened in between is read when you open one, as far back as the tenant keeps it.",
  },
  {
    value: "paused",
    label: "Paused",
    hint: "It uses none. What happens is read when you resume, as far back as the tenant keeps it.",
  },
];

/**
 * Sets how the extension follows the chosen tenant's event stream, notifies about events and keeps
 * them.
 */
export function StreamSection({ model }: { model: Model }) {
  useEffect(() => void model.checkPermission(), [model]);
  const { mode, keepEvents, keepDays } = model.form.value;
  const problems = model.problems.value;
  const saving = model.saving.value;
  const isChanged = model.isChanged.value;
  return (
    <section class="stream" aria-labelledby="stream-heading">
      <h2 id="stream-heading" tabIndex={-1}>
        Event stream
      </h2>
      <form
        aria-label="Event stream"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void model.save();
        }}
      >
        <fieldset>
          <legend>Follow the stream</legend>
          {modes.map(({ value, label, hint }) => (
            <div class="switch" key={value}>
              <input
                type="radio"
                name="stream-mode"
                id={`stream-mode-${value}`}
                checked={mode === value}
                aria-describedby={`stream-mode-${value}-words`}
                onChange={() => model.set({ mode: value })}
              />
              <label for={`stream-mode-${value}`}>{label}</label>
              <div class="hint" id={`stream-mode-${value}-words`}>
                {hint}
              </div>
            </div>
          ))}
        </fieldset>
        <EventTypes model={model} />
        <EventRules model={model} />
        <QuietHours model={model} />
        <fieldset>
          <legend>Keep on this device</legend>
          <div class="pair">
            <TextField
              label="Newest events"
              name="keepEvents"
              value={keepEvents}
              problem={problems.keepEvents}
              onInput={(value) => model.set({ keepEvents: value })}
            />
            <TextField
              label="Days"
              name="keepDays"
              value={keepDays}
              problem={problems.keepDays}
              onInput={(value) => model.set({ keepDays: value })}
            />
          </div>
          <p class="quiet">
            Older events give way. The list of events says how many did; they are never called lost.
          </p>
        </fieldset>
        <div class="actions">
          <button
            type="submit"
            class="button primary"
            disabled={!isChanged || saving.kind === "saving" || Object.keys(problems).length > 0}
          >
            Save preferences
          </button>
          {isChanged ? (
            <button type="button" class="button" onClick={model.discard}>
              Discard changes
            </button>
          ) : null}
        </div>
        {saving.kind === "saved" ? (
          <Notice severity="good" title="Preferences saved." />
        ) : saving.kind === "failed" ? (
          <Notice severity="error" title="The preferences were not saved.">
            <span>{saving.failure.message}</span>
          </Notice>
        ) : null}
      </form>
    </section>
  );
}
