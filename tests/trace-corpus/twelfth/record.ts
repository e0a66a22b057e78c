// Usage: npm run record:twelfth [pattern]
// Records the twelfth set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { expectedLogins } from "./expected.ts";
import { ownServerScenes } from "./scenes/own-servers.ts";
import { providerPageScenes } from "./scenes/provider-pages.ts";
import { smallMakeScenes } from "./scenes/small-makes.ts";
import { tenantPageScenes } from "./scenes/tenant-pages.ts";
import { tenantServerScenes } from "./scenes/tenant-servers.ts";
import { workingScenes } from "./scenes/working.ts";

const pattern = new RegExp(process.argv[2] ?? "");
const scenes = {
  ...tenantPageScenes,
  ...tenantServerScenes,
  ...providerPageScenes,
  ...smallMakeScenes,
  ...ownServerScenes,
  ...workingScenes,
};
await recordLogins(
  { open: openProviderStage, scenes, folder: import.meta.dirname },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
