import { useEffect } from "preact/hooks";
import { findHelp } from "../../lib/models/help-place.ts";
import type { FirstTenantModel, ReadyTenant } from "../../lib/models/tenants/first-tenant-model.ts";
import { Notice } from "./Notice.tsx";

type Model = InstanceType<typeof FirstTenantModel>;

const labels = {
  sandbox: { idle: "Try the sandbox", busy: "Starting the sandbox…" },
  "local-tenant": { idle: "Connect a local tenant", busy: "Connecting…" },
} as const;

const failures: Record<ReadyTenant, string> = {
  sandbox: "The sandbox was not opened.",
  "local-tenant": "The local tenant was not connected.",
};

/**
 * Connects a tenant with one click.
 *
 * @param isPrimary true if this is the next step of its view
 */
export function ReadyTenantButton(props: {
  model: Model;
  tenant: ReadyTenant;
  isPrimary?: boolean;
}) {
  const { model, tenant } = props;
  const opening = model.opening.value;
  const { idle, busy } = labels[tenant];
  return (
    <button
      type="button"
      class={props.isPrimary ? "button primary" : "button"}
      aria-disabled={opening !== undefined}
      onClick={() => void model.open(tenant)}
    >
      {opening === tenant ? busy : idle}
    </button>
  );
}

/** Says what the sandbox is, or why a tenant was not connected. */
export function ReadyTenantNote({ model }: { model: Model }) {
  return model.failed.value === undefined ? (
    <p class="quiet">The sandbox is a tenant inside the extension: no account, no network.</p>
  ) : (
    <ReadyTenantFailure model={model} />
  );
}

/** Says why a tenant was not connected. */
export function ReadyTenantFailure({ model }: { model: Model }) {
  const failed = model.failed.value;
  if (failed === undefined) return null;
  return (
    <Notice severity="error" help={findHelp(failed.failure)} title={failures[failed.tenant]}>
      <span>{failed.failure.message}</span>
    </Notice>
  );
}

/**
 * Offers the local tenant if one answers. Looks for it at once, and when the user comes back to the
 * view, perhaps from starting one.
 */
export function LocalTenantOffer({ model }: { model: Model }) {
  useEffect(() => {
    const look = () => void model.findLocal();
    look();
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, [model]);
  return model.isLocalRunning.value ? (
    <ReadyTenantButton model={model} tenant="local-tenant" />
  ) : null;
}
