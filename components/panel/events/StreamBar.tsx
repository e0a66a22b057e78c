import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import type { EventsForm } from "../../../lib/models/events/events-view-model.ts";
import type { StreamControlModel } from "../../../lib/models/stream/stream-control-model.ts";

/** Shows the actions on the list, the stream and the log. */
export function StreamBar(props: {
  activity: InstanceType<typeof ActivityModel>;
  control: InstanceType<typeof StreamControlModel>;
  onClear: () => void;
  shown: EventsForm | undefined;
  onShow: (form: EventsForm | undefined) => void;
}) {
  const { activity, control, shown, onShow } = props;
  const canControl = activity.credential.value !== undefined;
  const isPaused = control.isPaused.value;
  const toggle = (form: EventsForm) => onShow(shown === form ? undefined : form);
  return (
    <div class="stream-bar">
      <button
        type="button"
        class="button"
        title="Clear the list. Events stay in the log."
        onClick={props.onClear}
      >
        Clear
      </button>
      {canControl ? (
        <>
          <button
            type="button"
            class="button pause"
            aria-disabled={control.isBusy.value}
            onClick={() => void (isPaused ? control.resume() : control.pause())}
          >
            {isPaused ? "Resume" : "Pause"}
          </button>
          <button
            type="button"
            class="button"
            aria-expanded={shown === "resume"}
            onClick={() => toggle("resume")}
          >
            Resume from…
          </button>
        </>
      ) : null}
      <button
        type="button"
        class="button"
        aria-expanded={shown === "export"}
        onClick={() => toggle("export")}
      >
        Export…
      </button>
    </div>
  );
}

/** Reports the outcome of the last action on the stream. */
export function StreamNote({ control }: { control: InstanceType<typeof StreamControlModel> }) {
  const failure = control.failure.value;
  return (
    <span class={failure === undefined ? "quiet" : "problem"} role="status">
      {failure?.message ?? control.done.value}
    </span>
  );
}
