import type { Page } from "playwright";
import { openInspectorPanel, type ChromiumPanel } from "../e2e/pages/chromium-devtools.ts";
import { ConnectionProfilesPage } from "../e2e/pages/connection-profiles.ts";
import { PanelPage } from "../e2e/pages/panel-page.ts";
import { RunPage } from "../e2e/pages/run-page.ts";
import { SandboxControl } from "../e2e/pages/sandbox-control.ts";
import { TracePage } from "../e2e/pages/trace-page.ts";
import { demo } from "./demo.ts";
import type { OpenedChromium } from "./open-chromium.ts";
import { waitFor } from "./wait-for.ts";

/** The size that the stores want, in pixels. */
const pictureSize = { width: 1280, height: 800 } as const;

/** DevTools take 62 % of the window, below the page. */
export const windowSize = { width: pictureSize.width, height: 1290 } as const;

interface Scene {
  /** The name of its pictures. */
  name: string;
  /** Shows the scene, and returns the page with it. */
  show: (stage: Stage) => Promise<Page>;
}

interface Stage {
  chromium: OpenedChromium;
  devtools: ChromiumPanel;
  panel: PanelPage;
  run: RunPage;
  control: SandboxControl;
}

async function runLogin(stage: Stage, clientId: string): Promise<void> {
  await stage.panel.openTab("Run");
  await stage.run.choose("Login with redirect");
  await stage.run.enter({ "Client ID": clientId, Prompt: "login", "Response type": "code pkce" });
  await stage.run.start();
  const window = await waitFor(
    () => stage.chromium.context.pages().find((page) => page.url().includes("loginId=")),
    { what: "the window of the sandbox" },
  );
  await window.getByRole("button", { name: `Log in as ${demo.user.email}` }).click();
  await stage.panel.runOutcome();
}

/** A story in five pictures, told by the sandbox alone. */
const scenes: readonly Scene[] = [
  {
    name: "trace",
    async show({ devtools }) {
      const trace = new TracePage(devtools.frame);
      await trace.open();
      await devtools.frame
        .getByRole("button", { name: "The library refuses the ID token" })
        .click();
      await trace.waitForNewest(/HS256/);
      await devtools.frame.getByRole("button", { name: "Close", exact: true }).click();
      await trace.openNewest();
      await trace.readPart("Verdict");
      return devtools.devtools;
    },
  },
  {
    name: "run",
    async show(stage) {
      await runLogin(stage, demo.clientId);
      // The checks come last; the panel then shows the beginning of the result.
      await stage.devtools.frame.locator(".checks li").first().waitFor();
      await stage.devtools.frame.locator(".sequence").scrollIntoViewIfNeeded();
      return stage.devtools.devtools;
    },
  },
  {
    name: "token",
    async show(stage) {
      await stage.panel.inspect("ID token");
      return stage.devtools.devtools;
    },
  },
  {
    name: "profile",
    async show({ chromium }) {
      const page = await chromium.extensionPage("popup.html");
      const profiles = new ConnectionProfilesPage(page);
      await profiles.open(demo.connectionProfile);
      await profiles.prefixTemplate.fill("{org_name}");
      await profiles.review();
      await page.setViewportSize({ width: 380, height: 420 });
      return page;
    },
  },
  {
    name: "events",
    async show({ chromium, control, devtools, panel }) {
      await panel.openTab("Events");
      await panel.expectStream("listening");
      for (const type of ["user.created", "organization.member.added", "user.updated"])
        await control.call("POST", "/events", { type, count: 3 });
      await chromium.firstPage.bringToFront();
      await waitFor(async () => (await panel.eventRows()).length >= 9, { what: "nine events" });
      await panel.openEvent(1);
      return devtools.devtools;
    },
  },
];

/**
 * Takes a PNG of a page. DevTools are cut to the panel and its tabs; a popup stands on a ground of
 * the same size.
 */
async function takePicture(page: Page, { chromium, devtools }: Stage): Promise<Buffer> {
  if (page === devtools.devtools)
    return await page.screenshot({
      clip: { ...pictureSize, x: 0, y: windowSize.height - pictureSize.height },
    });
  const popup = await page.screenshot();
  const colours = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const ground = await chromium.context.newPage();
  await ground.setViewportSize(pictureSize);
  await ground.setContent(
    `<style>body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${colours} } img { border: 1px solid #8886; border-radius: 8px }</style><img src="data:image/png;base64,${popup.toString("base64")}">`,
  );
  const picture = await ground.screenshot();
  await ground.close();
  return picture;
}

/**
 * Shows each scene in both themes.
 *
 * @param onPicture receives the name of the scene with the theme, and its PNG
 */
export async function playScenes(
  chromium: OpenedChromium,
  onPicture: (name: string, png: Buffer) => Promise<void>,
): Promise<void> {
  const devtools = await openInspectorPanel(chromium, chromium.firstPage);
  await devtools.devtools.setViewportSize(windowSize);
  await devtools.frame.getByRole("button", { name: "Try the sandbox" }).click();
  const options = await chromium.extensionPage("options.html");
  const stage: Stage = {
    chromium,
    devtools,
    panel: new PanelPage(devtools.frame),
    run: new RunPage(devtools.frame),
    control: new SandboxControl((run, request) => options.evaluate(run, request)),
  };
  await stage.run.form().waitFor();
  for (const { name, show } of scenes) {
    const page = await show(stage);

    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      if (page === devtools.devtools)
        await waitFor(
          () =>
            devtools.frame.evaluate(
              (theme) => document.documentElement.dataset["theme"] === theme,
              colorScheme,
            ),
          { what: `the panel to be ${colorScheme}` },
        );
      await onPicture(`${name}-${colorScheme}`, await takePicture(page, stage));
    }
    await page.emulateMedia({ colorScheme: null });
  }
}
