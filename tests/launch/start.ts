import { parseArgs } from "node:util";
import { openInspectorPanel } from "../e2e/pages/chromium-devtools.ts";
import { buildForChromium, builtExtension } from "./build-extension.ts";
import { demo } from "./demo.ts";
import { openDemoPanel, openInspectorSession } from "./inspector-session.ts";
import { openChromium } from "./open-chromium.ts";
import { runTour, tourFaults, type TourFault } from "./tour.ts";

const usage = `npm start                   the extension in a browser, beside a local tenant and a demo web app
npm start -- --sandbox      the extension alone, with its sandbox: no server is started
npm start -- --tour         as the first, without a window; runs the main tasks
npm start -- --tour --fault NAME
                            with a planted fault: ${tourFaults.join(", ")}`;

interface Wishes {
  isTour: boolean;
  isSandbox: boolean;
  faults: TourFault[];
}

function readArguments(words: string[]): Wishes | "help" | { problem: string } {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        tour: { type: "boolean", default: false },
        sandbox: { type: "boolean", default: false },
        fault: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return "help";
    const { tour: isTour, sandbox: isSandbox } = values;
    if (isTour && isSandbox) return { problem: "Choose --tour or --sandbox." };
    if (values.fault === undefined) return { isTour, isSandbox, faults: [] };
    const fault = tourFaults.find((name) => name === values.fault);
    if (fault === undefined)
      return {
        problem: `Unknown fault: ${values.fault}. Choose one of: ${tourFaults.join(", ")}.`,
      };
    if (!values.tour) return { problem: "--fault needs --tour." };
    return { isTour: true, isSandbox: false, faults: [fault] };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns true on Windows and macOS; on Linux the environment names the display. */
function hasDisplay(): boolean {
  if (process.platform !== "linux") return true;
  return Boolean(process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"]);
}

async function stayOpen(): Promise<void> {
  const session = await openInspectorSession({ headless: false });
  const { tenant, chromium, options } = session;
  // Closing the browser's window ends all started processes, like Ctrl-C.
  const ended = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
    chromium.context.once("close", () => resolve());
  });
  try {
    await options.page.close();
    await openDemoPanel(session);
    console.log(`
Tenant Inspector is open in a browser with a fresh profile.

  local tenant   ${tenant.origin}
  demo web app   ${tenant.demoOrigins[0]}   (${tenant.demoOrigins[1]}: the same, without the tenant's cookies)
  users          ${demo.user.email} / ${demo.user.password}
                 ${demo.secondUser.email} / ${demo.secondUser.password}

Try:
  1. In the panel, "Log in"; then "Inspect ID token".
  2. The same with the client ID ${demo.hs256ClientId}: the login is rejected, and the panel says why.
  3. The toolbar button: create a token exchange profile with the action ${demo.actionId}.
  4. curl -X POST ${tenant.origin}/_control/users -H 'content-type: application/json' \\
       -d '{"email":"new@example.com","password":"a-long-passphrase"}'   and look at the badge.

Ctrl-C ends the browser, the tenant and the demo web app.`);
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
  const ended = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
    chromium.context.once("close", () => resolve());
  });
  try {
    const { frame } = await openInspectorPanel(chromium, chromium.firstPage);
    await frame.getByRole("tab", { name: "Run" }).click();
    await frame.getByRole("button", { name: "Try the sandbox" }).click();
    await frame.getByRole("link", { name: "Sandbox controls" }).waitFor();
    console.log(`
Tenant Inspector is open in a browser with a fresh profile, at its sandbox. No server was started.

Try:
  1. In the panel, "Log in"; then "Log in as ${demo.user.email}".
  2. "Sandbox controls", beside the tenant's name: a list of things to try, each with what to look at.

Ctrl-C ends the browser.`);
    await ended;
  } finally {
    await chromium.close();
  }
}

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
