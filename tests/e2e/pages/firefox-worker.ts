import * as z from "zod/mini";
import type { OpenedFirefox } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";

// This file has all knowledge of Firefox's event pages.

const stateSchema = z.enum(["starting", "running", "suspending", "stopped"]);
export type EventPageState = z.infer<typeof stateSchema>;

const readState = `(id) => WebExtensionPolicy.getByID(id).extension.backgroundState`;
/**
 * Returns true if the event page has stopped. Firefox keeps a page without a word if a listener is
 * at work, or if an event arrives while the page is suspended.
 */
const terminate = `async (id) => {
  const { extension } = WebExtensionPolicy.getByID(id);
  if (extension.backgroundState === "stopped") return true;
  let hasStopped = false;
  const note = () => { hasStopped = true; };
  extension.on("shutdown-background-script", note);
  await extension.terminateBackground({ disableResetIdleForTest: true });
  extension.off("shutdown-background-script", note);
  return hasStopped;
}`;
const setPreference = `({ name, value }) => Services.prefs.setIntPref(name, value)`;
const findExtensionProcess = `async () => {
  const { children } = await ChromeUtils.requestProcInfo();
  return children.find(({ type }) => type === "extension")?.pid;
}`;
const readButton = `(id) => {
  const { Management } = ChromeUtils.importESModule("resource://gre/modules/Extension.sys.mjs");
  const { action } = Management.global.browserActionFor(WebExtensionPolicy.getByID(id).extension);
  const { badgeText, title } = action.getContextData(null);
  return { text: badgeText, title };
}`;

/** Firefox's event page, watched and stopped from the browser's own window. */
export class FirefoxEventPage {
  readonly #firefox: OpenedFirefox;

  constructor(firefox: OpenedFirefox) {
    this.#firefox = firefox;
  }

  async state(): Promise<EventPageState> {
    return stateSchema.parse(
      await this.#firefox.chromeScope.call(readState, this.#firefox.addonId),
    );
  }

  async waitUntil(wanted: EventPageState, timeout?: number): Promise<void> {
    await waitFor(async () => (await this.state()) === wanted, {
      what: `the event page to be ${wanted}`,
      ...(timeout === undefined ? {} : { timeout }),
    });
  }

  /** Stops the event page like an idle one, and waits until it has stopped. */
  async terminate(): Promise<void> {
    await waitFor(
      async () => (await this.#firefox.chromeScope.call(terminate, this.#firefox.addonId)) === true,
      { what: "the event page to stop" },
    );
  }

  /** Kills the process of the event page, which cannot complete any work. */
  async killProcess(): Promise<void> {
    const pid = z.int().parse(await this.#firefox.chromeScope.call(findExtensionProcess));
    process.kill(pid, "SIGKILL");
  }

  /**
   * Sets the idle time in milliseconds after which Firefox stops the event page. A running timer
   * keeps its time.
   */
  async setIdleTimeout(milliseconds: number): Promise<void> {
    const name = "extensions.background.idle.timeout";
    await this.#firefox.chromeScope.call(setPreference, { name, value: milliseconds });
  }

  /** Reads badge and tooltip from the toolbar, which does not wake the worker. */
  async toolbarButton(): Promise<{ text: string; title: string }> {
    return z
      .object({ text: z.string(), title: z.string() })
      .parse(await this.#firefox.chromeScope.call(readButton, this.#firefox.addonId));
  }
}
