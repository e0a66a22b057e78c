// Usage: npm run record [pattern] [folder]
// Records the logins with a scene whose names match, or all, in a real Chromium or Firefox with our
// panel open. Writes to captures/, or to the folder.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { derivations } from "./derive.ts";
import { openFirefoxStage } from "./firefox-stage.ts";
import { logins } from "./logins.ts";
import { openProviderStage, type ProviderScenes } from "./provider-stage.ts";
import { recordLogins } from "./record-logins.ts";
import { authorizeFaultScenes } from "./scenes/authorize-faults.ts";
import { callScenes } from "./scenes/calls.ts";
import { cleanScenes } from "./scenes/clean.ts";
import { embeddedScenes } from "./scenes/embedded.ts";
import { firefoxScenes } from "./scenes/firefox.ts";
import { idTokenScenes } from "./scenes/id-tokens.ts";
import { providerCleanScenes } from "./scenes/provider-clean.ts";
import { providerFaultScenes } from "./scenes/provider-faults.ts";
import { responseFaultScenes } from "./scenes/response-faults.ts";
import { sessionScenes } from "./scenes/sessions.ts";
import { tokenFaultScenes } from "./scenes/token-faults.ts";
import { ports } from "./stage.ts";

const scenes: ProviderScenes = {
  ...cleanScenes,
  ...callScenes,
  ...sessionScenes,
  ...embeddedScenes,
  ...authorizeFaultScenes,
  ...tokenFaultScenes,
  ...responseFaultScenes,
  ...idTokenScenes,
  ...providerCleanScenes,
  ...providerFaultScenes,
};
const [pattern = "", folder = join(import.meta.dirname, "captures")] = process.argv.slice(2);
const wanted = logins.filter(({ name }) => new RegExp(pattern).test(name));
await mkdir(folder, { recursive: true });
await recordLogins({ open: openProviderStage, scenes, folder, changes: derivations }, wanted);
await recordLogins(
  {
    open: () => openFirefoxStage(ports),
    scenes: firefoxScenes,
    folder,
    changes: derivations,
  },
  wanted,
);
