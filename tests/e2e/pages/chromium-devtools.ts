import type { Frame, Page } from "playwright";
import type { OpenedChromium } from "../../launch/open-chromium.ts";
import { longestStart, waitFor } from "../../launch/wait-for.ts";

// Everything that knows the insides of Chromium's DevTools is in this file.

/** Height of the tab strip above a panel, in CSS pixels. */
const tabStripHeight = 28;

export interface ChromiumPanel {
  /** The DevTools window itself. */
  readonly devtools: Page;
  /** The panel's own document, with `chrome.devtools` alive in it. */
  readonly frame: Frame;
  /** Covers the panel with another one of DevTools, of which its document knows then; or shows it again. */
  cover(): Promise<void>;
  uncover(): Promise<void>;
  /** A PNG of the panel with DevTools' tabs above it, written to `path` when given. */
  screenshot(path?: string): Promise<Buffer>;
}

/**
 * Runs inside DevTools: shows the view with this id and says whether there is one. A view of an
 * extension is called after its origin and the panel's title, of which DevTools drops the white space.
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

/** Runs in the panel's document: keeps a promise that it is covered. Whoever watched before is told before. */
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
 * Opens the real DevTools on a page, selects the extension's panel and returns its frame, loaded.
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
  // Asked for its views before its own start is over, DevTools breaks; extensions come last.
  const devtoolsPageFrame = await waitFor(() => devtools.frames().find(isOurs), {
    what: "DevTools to load the extension's devtools_page",
    timeout: longestStart,
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
