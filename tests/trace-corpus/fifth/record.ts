// Usage: npm run record:fifth [pattern]
// Records the fifth set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { expectedLogins } from "./expected.ts";
import { pageFaultScenes } from "./scenes/faults-page.ts";
import { serverFaultScenes } from "./scenes/faults-server.ts";

const pattern = new RegExp(process.argv[2] ?? "");
await recordLogins(
  {
    open: openProviderStage,
    scenes: { ...serverFaultScenes, ...pageFaultScenes },
    folder: import.meta.dirname,
  },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
