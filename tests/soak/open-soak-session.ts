import { makeTemporaryFolder } from "../launch/temporary-folder.ts";
import { waitFor } from "../launch/wait-for.ts";
import { countStoredEvents, readStoredLog, readToolbarButton } from "./read-log.ts";
import { listSetUpCommands } from "./set-up-extension.ts";
import type { OpenSoakBrowser } from "./soak-browser.ts";
import { longestCatchUp, type SoakSession } from "./soak-session.ts";
import { startSoakTenant } from "./soak-tenant.ts";
import { StreamControl } from "./stream-control.ts";

/** Opens a browser with the extension from a folder, connected to its own tenant. */
export async function openSoakSession(settings: {
  openBrowser: OpenSoakBrowser;
  extensionDir: string;
  random: () => number;
}): Promise<SoakSession> {
  const { openBrowser, extensionDir, random } = settings;
  const tenant = await startSoakTenant();
  const profile = await makeTemporaryFolder("soak-profile");
  const control = new StreamControl(tenant.origin);
  let browser = await openBrowser(extensionDir, profile.path);
  const close = async () => {
    await browser.close();
    await tenant.close();
    await profile.remove();
  };
  const countStored = () => browser.evaluate(countStoredEvents);
  try {
    for (const command of listSetUpCommands(tenant.origin)) {
      const answer = JSON.stringify(await browser.send(command));
      if (!answer.startsWith('{"ok":true'))
        throw new Error(`The extension rejected ${command.command}: ${answer}`);
    }
    await waitFor(async () => (await control.countOpenStreams()) === 1, {
      what: "the extension to open its stream",
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    control,
    random,
    countStored,
    readLog: () => browser.evaluate(readStoredLog),
    readBadge: () => browser.evaluate(readToolbarButton),
    async caughtUp() {
      const emitted = await control.countEmitted();
      await waitFor(async () => (await countStored()) >= emitted, {
        what: `${emitted} events to be stored`,
        timeout: longestCatchUp,
      });
    },
    stopWorker: () => browser.stopWorker(),
    closePage: () => browser.closePage(),
    openPage: () => browser.openPage(),
    async restartBrowser() {
      await browser.kill();
      browser = await openBrowser(extensionDir, profile.path);
    },
    restartTenant: () => tenant.restart(),
    close,
  };
}
