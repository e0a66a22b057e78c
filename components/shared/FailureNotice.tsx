import { useEffect, useRef } from "preact/hooks";
import type { Failure } from "../../lib/models/failure.ts";
import { Moment } from "./Moment.tsx";
import { Notice } from "./Notice.tsx";

/** A refusal with everything that helps: our sentence, the service's own words, what it can mean, when to try again. */
export function FailureNotice(props: { title: string; failure: Failure }) {
  const { message, management } = props.failure;
  const causes = management?.causes ?? [];
  const place = useRef<HTMLDivElement>(null);
  // In a popup it may begin below what is in view, where nobody would notice that anything happened.
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [props.failure]);
  return (
    <div class="failure" ref={place}>
      <Notice severity="error" title={props.title}>
        <span>{message}</span>
        {management?.serviceMessage === undefined ? null : (
          <span>
            The service says: <q>{management.serviceMessage}</q>
          </span>
        )}
        {causes.length === 0 ? null : (
          <ul>
            {causes.map((cause) => (
              <li key={cause.what}>
                {cause.what} <span class="quiet">{cause.check}</span>
              </li>
            ))}
          </ul>
        )}
        {management?.retryAt === undefined ? null : (
          <span>
            Try again after <Moment at={management.retryAt} style="time" />.
          </span>
        )}
      </Notice>
    </div>
  );
}
