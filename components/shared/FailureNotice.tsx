import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Failure } from "../../lib/models/failure.ts";
import { findHelp } from "../../lib/models/help-place.ts";
import { adviseRetry } from "../../lib/models/retry-advice.ts";
import { Moment } from "./Moment.tsx";
import { RefusalNotice } from "./RefusalNotice.tsx";

/**
 * Shows a failure: the extension's message, the service's message, possible causes, and the time to
 * retry.
 */
export function FailureNotice(props: {
  title: string;
  failure: Failure;
  /** The current time as Unix time in ms. With it, the notice counts down to the retry. */
  now?: ReadonlySignal<number>;
  /** The actions that the user can take here. */
  children?: ComponentChildren;
}) {
  const { message, management } = props.failure;
  const place = useRef<HTMLDivElement>(null);
  // In a popup, the notice may begin below the visible part, where the user would not notice it.
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [props.failure]);
  return (
    <div class="failure" ref={place}>
      <RefusalNotice
        title={props.title}
        help={findHelp(props.failure)}
        message={message}
        serviceMessage={management?.serviceMessage}
        field={management?.field}
        causes={management?.causes}
      >
        {props.now !== undefined ? (
          <RetryAdvice failure={props.failure} now={props.now} />
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

/** Counts down to the retry, without screen readers announcing each second. */
function RetryAdvice(props: { failure: Failure; now: ReadonlySignal<number> }) {
  const advice = adviseRetry(props.failure, props.now.value);
  if (advice === undefined) return null;
  return (
    <b class="retry" aria-live="off">
      {advice.message}
    </b>
  );
}
