import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Failure } from "../../lib/models/failure.ts";
import { adviseRetry } from "../../lib/models/retry-advice.ts";
import { Moment } from "./Moment.tsx";
import { RefusalNotice } from "./RefusalNotice.tsx";

/** A failure with everything that helps: our sentence, the service's own words, what it can mean, when to try again. */
export function FailureNotice(props: {
  title: string;
  failure: Failure;
  /** Unix time in ms, moving on by itself: when to try again is then counted down. */
  now?: ReadonlySignal<number>;
  /** What can be done about it here. */
  children?: ComponentChildren;
}) {
  const { message, management } = props.failure;
  const place = useRef<HTMLDivElement>(null);
  // In a popup it may begin below what is in view, where nobody would notice that anything happened.
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [props.failure]);
  return (
    <div class="failure" ref={place}>
      <RefusalNotice
        title={props.title}
        message={message}
        serviceMessage={management?.serviceMessage}
        field={management?.field}
        causes={management?.causes}
      >
        {props.now !== undefined ? (
          <RetryWords failure={props.failure} now={props.now} />
        ) : management?.retryAt === undefined ? null : (
          <span>
            Try again after <Moment at={management.retryAt} style="time" />.
          </span>
        )}
        {props.children}
      </RefusalNotice>
    </div>
  );
}

/** Counts down by itself; not announced each second by what reads the page aloud. */
function RetryWords(props: { failure: Failure; now: ReadonlySignal<number> }) {
  const advice = adviseRetry(props.failure, props.now.value);
  if (advice === undefined) return null;
  return (
    <b class="retry" aria-live="off">
      {advice.message}
    </b>
  );
}
