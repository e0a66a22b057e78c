import { useState } from "preact/hooks";
import { readResumeEntry, type ResumeEntry } from "../../../lib/models/events/resume-entry.ts";
import type { StreamControlModel } from "../../../lib/models/stream/stream-control-model.ts";
import { Field, TextField } from "../../shared/Field.tsx";
import "../panel-form.css";

/** Asks where the stream resumes: at the chosen event, a time, a cursor or now. */
export function ResumeForm(props: {
  control: InstanceType<typeof StreamControlModel>;
  /** The event that is chosen in the list. */
  event: { id: string; type: string } | undefined;
  /** Unix time in ms. */
  now: () => number;
  onDone: () => void;
}) {
  const { control, event, onDone } = props;
  const [kind, setKind] = useState<ResumeEntry["kind"]>(event === undefined ? "time" : "event");
  const [time, setTime] = useState("");
  const [cursor, setCursor] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const send = async () => {
    const read = readResumeEntry({ kind, eventId: event?.id, time, cursor }, props.now());
    setProblem(read.ok ? undefined : read.problem);
    if (read.ok && (await control.resumeFrom(read.place))) onDone();
  };
  const choices: readonly (readonly [ResumeEntry["kind"], string])[] = [
    [
      "event",
      event === undefined ? "the selected event (none)" : `the selected event: ${event.type}`,
    ],
    ["time", "a time"],
    ["cursor", "a cursor"],
    ["now", "now (skip missed events)"],
  ];
  return (
    <form
      class="panel-form"
      aria-label="Resume from"
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void send();
      }}
    >
      <fieldset>
        <legend>Resume the stream from</legend>
        {choices.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="resume-kind"
              value={value}
              checked={kind === value}
              disabled={value === "event" && event === undefined}
              onChange={() => {
                setKind(value);
                setProblem(undefined);
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {kind === "time" ? (
        <Field
          label="Local time"
          problem={problem}
          control={(bound) => (
            <input
              {...bound}
              type="datetime-local"
              step="1"
              value={time}
              onInput={(input) => setTime(input.currentTarget.value)}
            />
          )}
        />
      ) : null}
      {kind === "cursor" ? (
        <TextField label="Cursor" value={cursor} onInput={setCursor} problem={problem} />
      ) : null}
      <div class="actions">
        <button type="submit" class="button primary" disabled={control.isBusy.value}>
          Resume
        </button>
        <button type="button" class="button" onClick={onDone}>
          Cancel
        </button>
        <span class="quiet">Stored events are not duplicated.</span>
      </div>
    </form>
  );
}
