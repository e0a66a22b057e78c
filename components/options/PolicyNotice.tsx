import type { TenantActivity } from "../../lib/messages/activity-feed.ts";
import type { ShownPolicy } from "../../lib/messages/policy.ts";
import { Notice } from "../shared/Notice.tsx";

/** Says what the organisation that manages this browser has set. */
export function PolicyNotice(props: {
  policy: ShownPolicy | undefined;
  tenants: readonly TenantActivity[];
}) {
  const { policy, tenants } = props;
  if (policy === undefined) return null;
  const { problem, neverRemembers, maxEvents, maxDays, tenantIds } = policy;
  if (problem !== undefined) {
    return (
      <Notice
        severity="warning"
        help="managed-browser"
        title="The policy of your organisation is not applied."
      >
        <span>{problem} Tell the administrator of this browser.</span>
      </Notice>
    );
  }
  const names = tenants.flatMap(({ tenant }) => (tenantIds.includes(tenant.id) ? tenant.name : []));
  return (
    <Notice severity="note" title="Your organisation has set:">
      <ul>
        {names.length === 0 ? null : <li>Tenants: {names.join(", ")}</li>}
        {neverRemembers ? <li>Management credentials are kept in memory only.</li> : null}
        {maxEvents === undefined ? null : (
          <li>At most {maxEvents.toLocaleString("en")} events are kept for each tenant.</li>
        )}
        {maxDays === undefined ? null : <li>Events are kept for at most {maxDays} days.</li>}
      </ul>
    </Notice>
  );
}
