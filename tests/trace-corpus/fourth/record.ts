// Usage: npm run record:fourth [pattern]
// Records the fourth set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { expectedLogins } from "./expected.ts";
import { providerCleanScenes } from "./scenes/clean-provider.ts";
import { tenantCleanScenes } from "./scenes/clean-tenant.ts";
import { providerFaultScenes } from "./scenes/faults-provider.ts";

const pattern = new RegExp(process.argv[2] ?? "");
await recordLogins(
  {
    open: openProviderStage,
    scenes: {
      ...providerCleanScenes,
      ...tenantCleanScenes,
      ...providerFaultScenes,
    },
    folder: import.meta.dirname,
  },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
