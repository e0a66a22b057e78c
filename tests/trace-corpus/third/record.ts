// Usage: npm run record:third [pattern]
// Records the third set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { faultyLogins } from "./faulty.ts";
import { providerFaultScenes } from "./scenes/faults-provider.ts";
import { tenantFaultScenes } from "./scenes/faults-tenant.ts";

const pattern = new RegExp(process.argv[2] ?? "");
await recordLogins(
  {
    open: openProviderStage,
    scenes: {
      ...providerFaultScenes,
      ...tenantFaultScenes,
    },
    folder: import.meta.dirname,
  },
  faultyLogins.filter(({ name }) => pattern.test(name)),
);
