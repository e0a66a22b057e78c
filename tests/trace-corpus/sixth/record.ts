// Usage: npm run record:sixth [pattern]
// Records the sixth set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { expectedLogins } from "./expected.ts";
import { browserLibraryScenes } from "./scenes/browser-libraries.ts";
import { pageScenes } from "./scenes/clean-pages.ts";
import { serverScenes } from "./scenes/clean-servers.ts";
import { tenantCleanScenes } from "./scenes/clean-tenant.ts";
import { otherServerScenes } from "./scenes/other-servers.ts";

const pattern = new RegExp(process.argv[2] ?? "");
await recordLogins(
  {
    open: openProviderStage,
    scenes: {
      ...pageScenes,
      ...serverScenes,
      ...tenantCleanScenes,
      ...browserLibraryScenes,
      ...otherServerScenes,
    },
    folder: import.meta.dirname,
  },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
