import type { ComponentChildren } from "preact";
import type { FailureCause } from "../../lib/management/refusals/management-error.ts";
import type { HelpPlace } from "../../lib/models/help-place.ts";
import { arrangeRefusal } from "../../lib/models/place-refusal.ts";
import { Notice } from "./Notice.tsx";

/**
 * Shows a refusal: first the service's message, then its most likely cause. The other causes are
 * folded.
 */
export function RefusalNotice(props: {
  title: string;
  help: HelpPlace;
  message: string;
  serviceMessage?: string | undefined;
  /** The field that the service named beside its message. */
  field?: string | undefined;
  causes?: readonly FailureCause[] | undefined;
  children?: ComponentChildren;
}) {
  const { first, others } = arrangeRefusal(props.serviceMessage, props.causes ?? [], props.field);
  return (
    <Notice severity="error" help={props.help} title={props.title}>
      {props.serviceMessage === undefined || props.serviceMessage === "" ? null : (
        <span>
          Response from the service: <q>{props.serviceMessage}</q>
        </span>
      )}
      <span>{props.message}</span>
      <Causes causes={first} />
      {others.length === 0 ? null : (
        <details>
          <summary>{first.length === 0 ? "Possible causes" : "Other possible causes"}</summary>
          <Causes causes={others} />
        </details>
      )}
      {props.children}
    </Notice>
  );
}

function Causes({ causes }: { causes: readonly FailureCause[] }) {
  if (causes.length === 0) return null;
  return (
    <ul>
      {causes.map((cause) => (
        <li key={cause.what}>
          {cause.what} <span class="quiet">{cause.check}</span>
        </li>
      ))}
    </ul>
  );
}
