// Usage: npm run record:thirteenth [pattern]
// Records the thirteenth set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { expectedLogins } from "./expected.ts";
import { framedScenes } from "./scenes/framed.ts";
import { ownMakeScenes } from "./scenes/own-makes.ts";
import { providerPageScenes } from "./scenes/provider-pages.ts";
import { renewalScenes } from "./scenes/renewals.ts";
import { strictLibraryScenes } from "./scenes/strict-library.ts";
import { tenantPageScenes } from "./scenes/tenant-pages.ts";
import { workingScenes } from "./scenes/working.ts";

const pattern = new RegExp(process.argv[2] ?? "");
const scenes = {
  ...tenantPageScenes,
  ...providerPageScenes,
  ...renewalScenes,
  ...ownMakeScenes,
  ...strictLibraryScenes,
  ...framedScenes,
  ...workingScenes,
};
await recordLogins(
  { open: openProviderStage, scenes, folder: import.meta.dirname },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
