import type { Frame, Page } from "playwright";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import {
  openChromium,
  type ChromiumOptions,
  type OpenedChromium,
} from "../../launch/open-chromium.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { openInspectorPanel } from "../pages/chromium-devtools.ts";

/** All surfaces of the extension, opened side by side, before the first input. */
export interface SurfaceStage {
  tenant: RunningTenant;
  control: TenantControl;
  chromium: OpenedChromium;
  options: Page;
  /** In a tab of a popup's size, which stays open when it loses the focus. */
  popup: Page;
  /** The panel's document inside the real DevTools, which inspects the demo web app. */
  panel: Frame;
  devtools: Page;
  /** The page of one event, or of the events since a time, as its URL requests. */
  event: Page;
  close(): Promise<void>;
}

/** A state of a surface, and the actions of a user that lead to it from the previous state. */
export interface SurfaceState {
  surface: "options" | "popup" | "panel" | "event";
  name: string;
  reach: (stage: SurfaceStage) => Promise<void>;
}

/** A value without any place for a line break. */
export const longValue = "long-".repeat(60);

/** Waits until a surface shows the text. */
export async function expectWords(
  stage: SurfaceStage,
  surface: SurfaceState["surface"],
  words: string,
): Promise<void> {
  await stage[surface].getByText(words).first().waitFor();
}

/** Creates a state that appears without an action, once the surface shows the text. */
export function comesToSay(
  surface: SurfaceState["surface"],
  name: string,
  words: string,
): SurfaceState {
  return { surface, name, reach: (stage) => expectWords(stage, surface, words) };
}

/** Brings a surface to the front: the browser draws a hidden one at most once a second. */
export async function bringForward(
  stage: SurfaceStage,
  surface: SurfaceState["surface"],
): Promise<void> {
  await (surface === "panel" ? stage.chromium.firstPage : stage[surface]).bringToFront();
}

/** Starts the local tenant, and a browser with the newly installed extension. */
export async function openSurfaceStage(
  settings: Partial<Pick<ChromiumOptions, "args" | "extensionDir">> = {},
): Promise<SurfaceStage> {
  const tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  let chromium: OpenedChromium | undefined;
  const close = async () => {
    await chromium?.close();
    await tenant.stop();
  };
  try {
    chromium = await openChromium({
      extensionDir: builtExtension.chromium,
      headless: true,
      windowSize: { width: 1300, height: 1200 },
      startUrl: tenant.demoOrigins[0],
      ...settings,
    });
    const { frame, devtools } = await openInspectorPanel(chromium, chromium.firstPage);
    const options = await chromium.extensionPage("options.html");
    await options.setViewportSize({ width: 1000, height: 800 });
    const popup = await chromium.extensionPage("popup.html");
    await popup.setViewportSize({ width: 380, height: 600 });
    const event = await chromium.extensionPage("event.html");
    await event.setViewportSize({ width: 1000, height: 800 });
    const control = new TenantControl(tenant.origin);
    return { tenant, control, chromium, options, popup, panel: frame, devtools, event, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sets the size of the panel's document, as a user does by dragging the edges of DevTools. */
export async function resizePanel(panel: Frame, width: number, height: number): Promise<void> {
  const element = await panel.frameElement();
  await element.evaluate(
    (frame, style) => frame instanceof Element && frame.setAttribute("style", style),
    `position: absolute; inset: 0 auto auto 0; z-index: 9; width: ${width}px; height: ${height}px`,
  );
  await waitFor(
    () =>
      panel.evaluate((wanted) => innerWidth === wanted.width && innerHeight === wanted.height, {
        width,
        height,
      }),
    { what: `the panel to be ${width} by ${height}` },
  );
}

/** Shows a surface in a colour scheme: a page in that of the system, the panel in DevTools'. */
export async function showTheme(surface: Page | Frame, theme: "light" | "dark"): Promise<void> {
  if ("emulateMedia" in surface) {
    await surface.emulateMedia({ colorScheme: theme });
    return;
  }
  await surface.evaluate((name) => {
    document.documentElement.dataset["theme"] = name;
  }, theme);
}
