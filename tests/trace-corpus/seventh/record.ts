// Usage: npm run record:seventh [pattern]
// Records the seventh set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openProviderStage } from "../provider-stage.ts";
import { expectedLogins } from "./expected.ts";
import { frequentScenes } from "./scenes/frequent.ts";
import { nodeServerScenes } from "./scenes/node-servers.ts";

const pattern = new RegExp(process.argv[2] ?? "");
const scenes = {
  ...nodeServerScenes,
  ...frequentScenes,
};
await recordLogins(
  { open: openProviderStage, scenes, folder: import.meta.dirname },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
