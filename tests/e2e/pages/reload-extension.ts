import { builtExtension } from "../../launch/build-extension.ts";
import type { OpenedChromium } from "../../launch/open-chromium.ts";

/**
 * Loads the extension again over the running one, as an update does. `chrome.runtime.reload()`
 * would leave it disabled: a fresh profile has no developer mode, which unpacked extensions need.
 */
export async function reloadExtension({ session }: OpenedChromium): Promise<void> {
  await session.send("Extensions.loadUnpacked", { path: builtExtension.chromium });
}
