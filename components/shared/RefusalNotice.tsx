import type { ComponentChildren } from "preact";
import type { FailureCause } from "../../lib/management/refusals/management-error.ts";
import { Notice } from "./Notice.tsx";

/** A refusal: our sentence, the service's own words, what it can mean and how to check each, and what else helps. */
export function RefusalNotice(props: {
  title: string;
  message: string;
  serviceMessage?: string | undefined;
  causes?: readonly FailureCause[] | undefined;
  children?: ComponentChildren;
}) {
  const causes = props.causes ?? [];
  return (
    <Notice severity="error" title={props.title}>
      <span>{props.message}</span>
      {props.serviceMessage === undefined ? null : (
        <span>
          The service says: <q>{props.serviceMessage}</q>
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
      {props.children}
    </Notice>
  );
}
