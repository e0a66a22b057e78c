// Usage: npm run record:second [pattern]
// Records the second set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { expectedLogins } from "./expected.ts";
import { providerCleanScenes } from "./scenes/provider-clean.ts";
import { providerFaultScenes } from "./scenes/provider-faults.ts";
import { setDates, tenantScenes } from "./scenes/tenant.ts";
import { openProviderStage } from "../provider-stage.ts";

const pattern = new RegExp(process.argv[2] ?? "");
await recordLogins(
  {
    open: openProviderStage,
    scenes: { ...providerCleanScenes, ...providerFaultScenes, ...tenantScenes },
    folder: import.meta.dirname,
    changes: { "clock-of-computer-ahead": setDates },
  },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
