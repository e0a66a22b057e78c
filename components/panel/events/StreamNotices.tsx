import type { OptionsPart } from "../../../lib/messages/options-place.ts";
import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import { Notice } from "../../shared/Notice.tsx";
import { findOptionsPart } from "./find-stream-needs.ts";

/** Says why the stream is interrupted, and what it misses if it cannot start. */
export function StreamNotices(props: {
  activity: InstanceType<typeof ActivityModel>;
  missing: string | undefined;
}) {
  const { activity, missing } = props;
  const message = activity.streamMessage.value;
  const optionsPart = findOptionsPart(activity);
  return (
    <>
      {message === undefined || !activity.hasStreamTrouble.value ? null : (
        <Notice severity="warning" help="event-stream" title="The event stream is interrupted.">
          <span>{message}</span>
          {optionsPart === undefined ? null : <OpenOptions activity={activity} at={optionsPart} />}
        </Notice>
      )}
      {missing === undefined ? null : (
        <Notice severity="warning" help="event-stream" title="The event stream is not connected.">
          <span>{missing}</span>
          <OpenOptions activity={activity} at="credential" />
        </Notice>
      )}
    </>
  );
}

function OpenOptions(props: { activity: InstanceType<typeof ActivityModel>; at: OptionsPart }) {
  return (
    <div class="actions">
      <button
        type="button"
        class="button"
        onClick={() => void props.activity.openOptions(props.at)}
      >
        Open options
      </button>
    </div>
  );
}
