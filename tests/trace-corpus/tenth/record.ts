// Usage: npm run record:tenth [pattern]
// Records the tenth set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { expectedLogins } from "./expected.ts";
import { handWrittenScenes } from "./scenes/hand-written.ts";
import { providerPageScenes } from "./scenes/provider-pages.ts";
import { serverScenes } from "./scenes/servers.ts";
import { tenantApiScenes } from "./scenes/tenant-apis.ts";
import { tenantPageScenes } from "./scenes/tenant-pages.ts";
import { workingScenes } from "./scenes/working.ts";

const pattern = new RegExp(process.argv[2] ?? "");
const scenes = {
  ...tenantPageScenes,
  ...tenantApiScenes,
  ...providerPageScenes,
  ...handWrittenScenes,
  ...serverScenes,
  ...workingScenes,
};
await recordLogins(
  { open: openProviderStage, scenes, folder: import.meta.dirname },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
