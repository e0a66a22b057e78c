import { parseArgs } from "node:util";
import { buildForChromium } from "./build-extension.ts";
import { demo } from "./demo.ts";
import { openDemoPanel, openInspectorSession } from "./inspector-session.ts";
import { runTour, tourFaults, type TourFault } from "./tour.ts";

const usage = `npm start                   the extension in a browser, beside a local tenant and a demo web app
npm start -- --tour         the same without a window; runs the main tasks
npm start -- --tour --fault NAME
                            with a planted fault: ${tourFaults.join(", ")}`;

interface Wishes {
  isTour: boolean;
  fault?: TourFault;
}

function readArguments(words: string[]): Wishes | "help" | { problem: string } {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        tour: { type: "boolean", default: false },
        fault: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return "help";
    if (values.fault === undefined) return { isTour: values.tour };
    const fault = tourFaults.find((name) => name === values.fault);
    if (fault === undefined)
      return {
        problem: `Unknown fault: ${values.fault}. Choose one of: ${tourFaults.join(", ")}.`,
      };
    if (!values.tour) return { problem: "--fault needs --tour." };
    return { isTour: true, fault };
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
  if (wishes.isTour) return await runTour({ fault: wishes.fault });
  if (!hasDisplay()) {
    console.log("No display found. Running the tour without a window.");
    return await runTour();
  }
  await stayOpen();
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
