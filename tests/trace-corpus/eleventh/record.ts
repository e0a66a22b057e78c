// Usage: npm run record:eleventh [pattern]
// Records the eleventh set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { expectedLogins } from "./expected.ts";
import { ownServerScenes } from "./scenes/own-servers.ts";
import { providerPageScenes } from "./scenes/provider-pages.ts";
import { realmPageScenes } from "./scenes/realm-page.ts";
import { smallMakeScenes } from "./scenes/small-makes.ts";
import { tenantScenes } from "./scenes/tenant.ts";
import { usedLoginScenes } from "./scenes/used-login.ts";
import { workingScenes } from "./scenes/working.ts";

const pattern = new RegExp(process.argv[2] ?? "");
const scenes = {
  ...tenantScenes,
  ...providerPageScenes,
  ...realmPageScenes,
  ...smallMakeScenes,
  ...ownServerScenes,
  ...usedLoginScenes,
  ...workingScenes,
};
await recordLogins(
  { open: openProviderStage, scenes, folder: import.meta.dirname },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
