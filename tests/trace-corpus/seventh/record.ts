// Usage: npm run record:seventh [pattern]
// Records the seventh set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openSecondStage } from "../second/stage.ts";
import { expectedLogins } from "./expected.ts";
import { nodeServerScenes } from "./scenes/node-servers.ts";
import { workingScenes } from "./scenes/working.ts";

const pattern = new RegExp(process.argv[2] ?? "");
await recordLogins(
  {
    open: openSecondStage,
    scenes: {
      ...nodeServerScenes,
      ...workingScenes,
    },
    folder: import.meta.dirname,
  },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
