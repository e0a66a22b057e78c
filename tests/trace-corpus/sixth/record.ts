// Usage: npm run record:sixth [pattern]
// Records the sixth set of logins whose names match, or all, in Chromium with our panel open.
import { recordLogins } from "../record-logins.ts";
import { openSecondStage } from "../second/stage.ts";
import { expectedLogins } from "./expected.ts";
import { browserLibraryScenes } from "./scenes/browser-libraries.ts";
import { serverLibraryScenes } from "./scenes/server-libraries.ts";

const pattern = new RegExp(process.argv[2] ?? "");
await recordLogins(
  {
    open: openSecondStage,
    scenes: { ...browserLibraryScenes, ...serverLibraryScenes },
    folder: import.meta.dirname,
  },
  expectedLogins.filter(({ name }) => pattern.test(name)),
);
