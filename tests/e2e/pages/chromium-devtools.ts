import type { Frame, Page } from "playwright";
import type { OpenedChromium } from "../../launch/open-chromium.ts";
import { waitFor } from "../../launch/wait-for.ts";

// This file has all knowledge of Chromium's DevTools internals.

/** Height of the tab strip above a panel, in CSS pixels. */
const tabStripHeight = 28;

export interface ChromiumPanel {
  /** The DevTools window itself. */
  readonly devtools: Page;
  /** The document of the panel, with a working `chrome.devtools`. */
  readonly frame: Frame;
  /**
   * Covers the panel with another DevTools panel, which its document notices, or shows it again.
   */
  cover(): Promise<void>;
  uncover(): Promise<void>;
  /**
   * Returns a PNG of the panel and the DevTools tabs above it, and writes it to `path` if given.
   */
  screenshot(path?: string): Promise<Buffer>;
}

/**
 * Runs inside DevTools: shows the view with this id, and returns false if there is none. The id of
 * an extension's view contains its origin and the panel's title without white space.
 */
const showView = `async (wanted) => {
  const { ViewManager } = await import("./ui/legacy/legacy.js");
  const manager = ViewManager.ViewManager.instance();
  const viewId = [...manager.views.keys()].find((id) => id.replaceAll(/\\s/g, "") === wanted);
  if (viewId) await manager.showView(viewId);
  return viewId !== undefined;
}`;

async function targetIdOf(chromium: OpenedChromium, page: Page): Promise<string> {
  const session = await chromium.context.newCDPSession(page);
  try {
    return (await session.send("Target.getTargetInfo")).targetInfo.targetId;
  } finally {
    await session.detach();
  }
}

async function openDevTools(chromium: OpenedChromium, inspected: Page): Promise<Page> {
  const { targetId } = await chromium.session.send("Target.openDevTools", {
    targetId: await targetIdOf(chromium, inspected),
  });
  return await waitFor(
    async () => {
      for (const page of chromium.context.pages()) {
        if (!page.url().startsWith("devtools://")) continue;
        if ((await targetIdOf(chromium, page)) === targetId) return page;
      }
      return undefined;
    },
    { what: `the DevTools window of ${inspected.url()}` },
  );
}

async function selectView(devtools: Page, wanted: string): Promise<void> {
  await waitFor(() => devtools.evaluate<unknown>(`(${showView})(${JSON.stringify(wanted)})`), {
    what: `DevTools to list the panel "${wanted}"`,
  });
}

function selectPanel(devtools: Page, extensionOrigin: string, title: string): Promise<void> {
  return selectView(devtools, `${extensionOrigin}${title}`.replaceAll(/\s/gu, ""));
}

/**
 * Runs in the panel's document: records that the panel is covered. Earlier listeners are notified
 * first.
 */
function watchCovering(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new IntersectionObserver((entries) => {
    if (entries.at(-1)?.isIntersecting !== false) return;
    observer.disconnect();
    resolve();
  });
  observer.observe(document.documentElement);
  Object.assign(globalThis, { covered: promise });
}

/**
 * Opens our panel in the real DevTools of a page, and shows its tab Run, which most tests are about.
 * A user sees Trace first.
 */
export async function openInspectorPanel(
  chromium: OpenedChromium,
  inspected: Page,
): Promise<ChromiumPanel> {
  const panel = await openPanel(chromium, inspected, "Tenant Inspector");
  await panel.frame.getByRole("tab", { name: "Run" }).click();
  return panel;
}

/**
 * Opens the real DevTools on a page, selects an extension's panel and returns its frame, loaded.
 *
 * @param title the panel's title, as its tab shows it
 */
export async function openPanel(
  chromium: OpenedChromium,
  inspected: Page,
  title: string,
): Promise<ChromiumPanel> {
  const { extensionOrigin } = chromium;
  const devtools = await openDevTools(chromium, inspected);
  const isOurs = (frame: Frame) => frame.url().startsWith(`${extensionOrigin}/`);
  // DevTools fails if it is asked for its views during its own start; extensions come last.
  const devtoolsPageFrame = await waitFor(() => devtools.frames().find(isOurs), {
    what: "DevTools to load the extension's devtools_page",
  });
  await selectPanel(devtools, extensionOrigin, title);
  const frame = await waitFor(
    () => devtools.frames().find((frame) => isOurs(frame) && frame !== devtoolsPageFrame),
    { what: `the document of the panel "${title}"` },
  );
  await frame.waitForLoadState("load");
  return {
    devtools,
    frame,
    async cover() {
      await frame.evaluate(watchCovering);
      await selectView(devtools, "network");
      await frame.evaluate((): unknown => Reflect.get(globalThis, "covered"));
    },
    uncover: () => selectPanel(devtools, extensionOrigin, title),
    async screenshot(path) {
      const box = await (await frame.frameElement()).boundingBox();
      if (!box) throw new Error(`The panel "${title}" is not visible in its DevTools window.`);
      const clip = { ...box, y: box.y - tabStripHeight, height: box.height + tabStripHeight };
      return await devtools.screenshot({ clip, ...(path ? { path } : {}) });
    },
  };
}

/** Opens the search bar of DevTools from the element that has the focus. */
export async function openSearchBar(devtools: Page): Promise<void> {
  await devtools.keyboard.press("Control+f");
  // Keys that are pressed before the search bar opens reach the panel.
  await waitFor(() => devtools.evaluate(isInputFocused), {
    what: "the search bar to have the focus",
  });
}

/** Returns true if an input of any shadow tree has the focus. Runs in the DevTools page. */
function isInputFocused(): boolean {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused?.tagName === "INPUT";
}
