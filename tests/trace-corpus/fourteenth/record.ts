// Usage: npm run record:fourteenth [pattern]
// Records the fourteenth set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openSecondStage } from "../second/stage.ts";
import { expectedLogins } from "./expected.ts";
import { workingScenes } from "./scenes/working.ts";

const pattern = new RegExp(process.argv[2] ?? "");
await recordLogins(
  { open: openSecondStage, scenes: workingScenes, folder: import.meta.dirname },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
