// Usage: npm run record:eighth [pattern]
// Records the eighth set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { expectedLogins } from "./expected.ts";
import { nodeServerScenes } from "./scenes/node-servers.ts";
import { otherServerScenes } from "./scenes/other-servers.ts";
import { providerPageScenes } from "./scenes/provider-pages.ts";
import { tenantPageScenes } from "./scenes/tenant-pages.ts";
import { workingScenes } from "./scenes/working.ts";

const pattern = new RegExp(process.argv[2] ?? "");
const scenes = {
  ...tenantPageScenes,
  ...providerPageScenes,
  ...nodeServerScenes,
  ...otherServerScenes,
  ...workingScenes,
};
await recordLogins(
  { open: openProviderStage, scenes, folder: import.meta.dirname },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
