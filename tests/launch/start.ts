import { parseArgs } from "node:util";
import { openInspectorPanel } from "../e2e/pages/chromium-devtools.ts";
import type { RunningTenant } from "../../tenant/serve.ts";
import { buildForChromium, buildForFirefox, builtExtension } from "./build-extension.ts";
import { demo } from "./demo.ts";
import { openFirefoxSandbox, openFirefoxWindow } from "./firefox-window.ts";
import { openDemoPanel, openInspectorSession } from "./inspector-session.ts";
import { openChromium } from "./open-chromium.ts";
import { runTour, tourFaults, type TourFault } from "./tour.ts";

const usage = `npm start                   the extension in a browser, beside a local tenant and a demo web app
npm start -- --sandbox      the extension alone, with its sandbox: no server is started
npm start -- --firefox      the same in Firefox, also with --sandbox
npm start -- --tour         as the first, without a window; runs the main tasks
npm start -- --tour --fault NAME
                            with a planted fault: ${tourFaults.join(", ")}`;

interface Wishes {
  isTour: boolean;
  isSandbox: boolean;
  isFirefox: boolean;
  faults: TourFault[];
}

function readArguments(words: string[]): Wishes | "help" | { problem: string } {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        tour: { type: "boolean", default: false },
        sandbox: { type: "boolean", default: false },
        firefox: { type: "boolean", default: false },
        fault: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return "help";
    const { tour: isTour, sandbox: isSandbox, firefox: isFirefox } = values;
    if (isTour && isSandbox) return { problem: "Choose --tour or --sandbox." };
    if (isTour && isFirefox) return { problem: "Choose --tour or --firefox." };
    if (values.fault === undefined) return { isTour, isSandbox, isFirefox, faults: [] };
    const fault = tourFaults.find((name) => name === values.fault);
    if (fault === undefined)
      return {
        problem: `Unknown fault: ${values.fault}. Choose one of: ${tourFaults.join(", ")}.`,
      };
    if (!values.tour) return { problem: "--fault needs --tour." };
    return { isTour: true, isSandbox: false, isFirefox: false, faults: [fault] };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns true on Windows and macOS; on Linux the environment names the display. */
function hasDisplay(): boolean {
  if (process.platform !== "linux") return true;
  return Boolean(process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"]);
}

/** Resolves at Ctrl-C, and when the user closes the browser: both end all started processes. */
function waitForEnd(closed: Promise<unknown>): Promise<unknown> {
  const interrupted = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  return Promise.race([interrupted, closed]);
}

function describeSession({ origin, demoOrigins }: RunningTenant): string {
  return `
Tenant Inspector is open in a browser with a fresh profile.

  local tenant   ${origin}
  demo web app   ${demoOrigins[0]}   (${demoOrigins[1]}: the same, without the tenant's cookies)
  users          ${demo.user.email} / ${demo.user.password}
                 ${demo.secondUser.email} / ${demo.secondUser.password}

Try:
  1. In the page, "Log in with PKCE"; then select the login in the panel's tab Trace.
  2. In the panel's tab Run, "Log in"; then "Inspect ID token".
  3. The same with ${demo.hs256ClientId} in "Client ID": the login is rejected, and the panel says why.
  4. The toolbar button (in Chromium behind the puzzle piece): create a token exchange profile with
     the action ${demo.actionId}.
  5. Leave the tab Events, then run
       curl -X POST ${origin}/_control/events -H 'content-type: application/json' -d '{"count":2}'
     and look at the badge and at the tab Events.

Ctrl-C ends the browser, the tenant and the demo web app.`;
}

const sandboxWords = `
Tenant Inspector is open in a browser with a fresh profile, at its sandbox. No server was started.

Try:
  1. In the panel's tab Run, "Log in"; then "Log in as ${demo.user.email}".
  2. "Sandbox controls", beside the tenant's name: a list of things to try, each with what to look at.

Ctrl-C ends the browser.`;

async function stayOpen(): Promise<void> {
  const session = await openInspectorSession({ headless: false });
  const { tenant, chromium, options } = session;
  const ended = waitForEnd(chromium.context.waitForEvent("close", { timeout: 0 }));
  try {
    await options.page.close();
    await openDemoPanel(session);
    console.log(describeSession(tenant));
    await ended;
  } finally {
    await session.close();
  }
}

async function showSandbox(): Promise<void> {
  const chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: false,
  });
  const ended = waitForEnd(chromium.context.waitForEvent("close", { timeout: 0 }));
  try {
    const { frame } = await openInspectorPanel(chromium, chromium.firstPage);
    await frame.getByRole("tab", { name: "Run" }).click();
    await frame.getByRole("button", { name: "Try the sandbox" }).click();
    await frame.getByRole("link", { name: "Sandbox controls" }).waitFor();
    console.log(sandboxWords);
    await ended;
  } finally {
    await chromium.close();
  }
}

async function showFirefox({ isSandbox }: Wishes): Promise<void> {
  const window = await (isSandbox ? openFirefoxSandbox() : openFirefoxWindow());
  const ended = waitForEnd(window.closed);
  try {
    console.log(window.tenant === undefined ? sandboxWords : describeSession(window.tenant));
    await ended;
  } finally {
    await window.close();
  }
}

/** Said first: a slow machine builds for a minute. */
const building = "Building the extension ...";

async function main(): Promise<number> {
  const wishes = readArguments(process.argv.slice(2));
  if (wishes === "help") {
    console.log(usage);
    return 0;
  }
  if ("problem" in wishes) {
    console.error(`${wishes.problem}\n\n${usage}`);
    return 2;
  }
  if (wishes.isFirefox) {
    if (!hasDisplay()) {
      console.error(
        "No display found. Run this on a desktop, or `npm start -- --tour` without one.",
      );
      return 1;
    }
    console.log(building);
    await buildForFirefox();
    await showFirefox(wishes);
    return 0;
  }
  console.log(building);
  await buildForChromium();
  if (wishes.isTour) return await runTour({ faults: wishes.faults });
  if (!hasDisplay()) {
    console.log("No display found. Running the tour without a window.");
    return await runTour(wishes.isSandbox ? { only: ["sandbox"] } : {});
  }
  if (wishes.isSandbox) {
    await showSandbox();
    return 0;
  }
  await stayOpen();
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
