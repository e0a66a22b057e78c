// Usage: npm run record:third [pattern]
// Records the third set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openSecondStage } from "../second/stage.ts";
import { expectedLogins } from "./expected.ts";
import { cleanScenes } from "./scenes/clean.ts";
import { faultScenes } from "./scenes/faults.ts";

const pattern = new RegExp(process.argv[2] ?? "");
await recordLogins(
  {
    open: openSecondStage,
    scenes: { ...cleanScenes, ...faultScenes },
    folder: import.meta.dirname,
  },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
