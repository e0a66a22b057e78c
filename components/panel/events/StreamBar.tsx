import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import type { EventsForm } from "../../../lib/models/events/events-view-model.ts";
import type { StreamControlModel } from "../../../lib/models/stream/stream-control-model.ts";

/** What can be done with the stream and its log; what came of it is told beside. */
export function StreamBar(props: {
  activity: InstanceType<typeof ActivityModel>;
  control: InstanceType<typeof StreamControlModel>;
  shown: EventsForm | undefined;
  onShow: (form: EventsForm | undefined) => void;
}) {
  const { activity, control, shown, onShow } = props;
  const canControl = activity.credential.value !== undefined;
  const isPaused = control.isPaused.value;
  const toggle = (form: EventsForm) => onShow(shown === form ? undefined : form);
  return (
    <div class="stream-bar">
      {canControl ? (
        <>
          <button
            type="button"
            class="button"
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
      <span class={control.failure.value === undefined ? "quiet" : "problem"} role="status">
        {control.failure.value?.message ?? control.done.value}
      </span>
    </div>
  );
}
