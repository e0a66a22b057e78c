// Usage: npm run record:trace [pattern]
// Records the cases whose names match, or all, in a real Chromium or Firefox with our panel open.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { cases } from "./cases.ts";
import { derivations } from "./derive.ts";
import { openFirefoxStage } from "./firefox-stage.ts";
import { recordLogins } from "./record-logins.ts";
import { authorizeFaultScenes } from "./scenes/authorize-faults.ts";
import { callScenes } from "./scenes/calls.ts";
import { cleanScenes } from "./scenes/clean.ts";
import { embeddedScenes } from "./scenes/embedded.ts";
import { firefoxScenes } from "./scenes/firefox.ts";
import { idTokenScenes } from "./scenes/id-tokens.ts";
import { responseFaultScenes } from "./scenes/response-faults.ts";
import type { Scenes } from "./scenes/scene.ts";
import { sessionScenes } from "./scenes/sessions.ts";
import { tokenFaultScenes } from "./scenes/token-faults.ts";
import { openStage, ports } from "./stage.ts";

const scenes: Scenes = {
  ...cleanScenes,
  ...callScenes,
  ...sessionScenes,
  ...embeddedScenes,
  ...authorizeFaultScenes,
  ...tokenFaultScenes,
  ...responseFaultScenes,
  ...idTokenScenes,
};
const folder = join(import.meta.dirname, "captures");
const pattern = new RegExp(process.argv[2] ?? "");
const wanted = cases
  .filter(({ name }) => pattern.test(name))
  .map(({ name, done }) => ({ name, story: done }));
await mkdir(folder, { recursive: true });
await recordLogins({ open: openStage, scenes, folder, changes: derivations }, wanted);
const openFirefox = () => openFirefoxStage(ports);
await recordLogins(
  { open: openFirefox, scenes: firefoxScenes, folder, changes: derivations },
  wanted,
);
