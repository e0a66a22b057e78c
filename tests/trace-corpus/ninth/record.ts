// Usage: npm run record:ninth [pattern]
// Records the ninth set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { expectedLogins } from "./expected.ts";
import { framePageScenes } from "./scenes/frame-pages.ts";
import { ownServerScenes } from "./scenes/own-servers.ts";
import { realmPageScenes } from "./scenes/realm-pages.ts";
import { tenantServerScenes } from "./scenes/tenant-servers.ts";
import { tokenPageScenes } from "./scenes/token-pages.ts";
import { workingScenes } from "./scenes/working.ts";

const pattern = new RegExp(process.argv[2] ?? "");
const scenes = {
  ...tenantServerScenes,
  ...realmPageScenes,
  ...framePageScenes,
  ...tokenPageScenes,
  ...ownServerScenes,
  ...workingScenes,
};
await recordLogins(
  { open: openProviderStage, scenes, folder: import.meta.dirname },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
