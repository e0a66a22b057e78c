import type { Tenant } from "../../lib/messages/tenant.ts";
import { isSandbox } from "../../lib/models/sandbox/is-sandbox.ts";

/** Leads to the controls of the sandbox, while it is the selected tenant. */
export function SandboxControlsLink({ tenant }: { tenant: Tenant }) {
  if (!isSandbox(tenant)) return null;
  return (
    <a class="sandbox-controls" href="/sandbox-browser.html" target="_blank" rel="noreferrer">
      Sandbox controls
    </a>
  );
}
