import { useEffect } from "preact/hooks";
import type { StreamMode } from "../../../lib/messages/stream-preferences.ts";
import { findHelp } from "../../../lib/models/help-place.ts";
import type { StreamPreferencesModel } from "../../../lib/models/stream/stream-preferences-model.ts";
import { TextField } from "../../shared/Field.tsx";
import { Notice } from "../../shared/Notice.tsx";
import type { EventStorageModel } from "../../../lib/models/stream/event-storage-model.ts";
import type { LogReachModel } from "../../../lib/models/stream/log-reach-model.ts";
import { EventStorage } from "./EventStorage.tsx";
import { EventRules } from "./EventRules.tsx";
import { EventTypes } from "./EventTypes.tsx";
import { QuietHours } from "./QuietHours.tsx";
import "./stream.css";

type Model = InstanceType<typeof StreamPreferencesModel>;

const modes: readonly { value: StreamMode; label: string; hint: string }[] = [
  {
    value: "always",
    label: "Always",
    hint: "Events arrive without delay. Uses 1 of your plan's streams while the browser runs.",
  },
  {
    value: "while-open",
    label: "Only while a window of Tenant Inspector is open",
    hint: "Uses 1 of your plan's streams during that time. Missed events are fetched when you open a window, if the tenant still retains them.",
  },
  {
    value: "paused",
    label: "Paused",
    hint: "Uses no stream. Missed events are fetched when you resume, if the tenant still retains them.",
  },
];

/**
 * Sets how the extension follows the chosen tenant's event stream, notifies about events and keeps
 * them.
 */
export function StreamSection(props: {
  model: Model;
  storage: InstanceType<typeof EventStorageModel>;
  reach: InstanceType<typeof LogReachModel>;
}) {
  const { model } = props;
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
          <legend>Stream connection</legend>
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
              label="Maximum events"
              name="keepEvents"
              value={keepEvents}
              problem={problems.keepEvents}
              onInput={(value) => model.set({ keepEvents: value })}
            />
            <TextField
              label="Maximum age (days)"
              name="keepDays"
              value={keepDays}
              problem={problems.keepDays}
              onInput={(value) => model.set({ keepDays: value })}
            />
          </div>
          <p class="quiet">
            Older events are deleted. The event list shows how many were deleted; they are not
            reported as lost.
          </p>
          <Reach model={props.reach} />
          <EventStorage model={props.storage} />
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
          <Notice
            severity="error"
            help={findHelp(saving.failure)}
            title="Could not save the preferences."
          >
            <span>{saving.failure.message}</span>
          </Notice>
        ) : null}
      </form>
    </section>
  );
}

function Reach({ model }: { model: InstanceType<typeof LogReachModel> }) {
  useEffect(() => model.load(), [model]);
  const text = model.text.value;
  return text === undefined ? null : <p class="quiet">{text}</p>;
}
