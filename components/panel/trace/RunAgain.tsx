import type { LazyPart } from "../../../lib/models/lazy-part.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import type {
  CapturedRequest,
  CapturedRun,
  RequestReading,
} from "../../../lib/runs/from-request/captured-request.ts";
import { LazyView } from "../LazyView.tsx";

/** Reads captured requests as runs. */
export interface RequestReader {
  readonly readRequest: (
    captured: CapturedRequest,
    flow: readonly CapturedRequest[],
  ) => RequestReading;
  readonly readFlow: (flow: readonly CapturedRequest[]) => RequestReading;
}

/** Ways out of the Trace tab. */
export interface TraceActions {
  /** Fills the form of the Run tab. */
  onRunAgain: (run: CapturedRun) => void;
  onReload: () => void;
}

/** The reader of captured requests, which loads when a flow is first opened, and the ways out. */
export interface RunAgainActions extends TraceActions {
  requests: LazyPart<RequestReader>;
}

/** Opens a captured request in the Run tab, or says why no operation makes it. */
export function RunAgain(props: {
  actions: RunAgainActions;
  read: (reader: RequestReader) => RequestReading;
}) {
  const { actions, read } = props;
  return (
    <LazyView what="“Run again”" part={actions.requests} onReload={actions.onReload}>
      {(reader) => {
        const reading = read(reader);
        if (!reading.ok) return <p class="quiet run-again">{writeName(reading.reason)}</p>;
        const { run } = reading;
        return (
          <button
            type="button"
            class="button run-again"
            aria-label={`Run again: ${run.title}`}
            title={`Opens “${run.title}” in the Run tab, with the values of this request. Nothing is sent yet.`}
            onClick={() => actions.onRunAgain(run)}
          >
            Run again
          </button>
        );
      }}
    </LazyView>
  );
}
