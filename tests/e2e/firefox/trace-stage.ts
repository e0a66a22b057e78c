import { waitFor } from "../../launch/wait-for.ts";
import type { TraceStage } from "../both/trace-stage.ts";
import { logInWithFirefox } from "../pages/firefox-login-window.ts";
import { surfaceOfTab } from "../pages/firefox-surface.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { openFirefoxSession } from "./firefox-session.ts";

/** The filters of the Network panel are kept over restarts, and hold for its events. */
export const networkFilters = [
  { name: "without a filter in the Network panel", filter: "all" },
  { name: 'with the filter "XHR" in the Network panel', filter: "xhr" },
] as const;

const readResult = () => {
  const element = document.querySelector<HTMLElement>(
    "#result[data-state=done], #result[data-state=failed]",
  );
  return element?.innerText ?? "";
};

/** Starts the tenant, and Firefox with the real toolbox on the demo app. */
export async function openTraceStage(
  filter: (typeof networkFilters)[number]["filter"],
): Promise<TraceStage> {
  const session = await openFirefoxSession({
    prefs: { "devtools.netmonitor.filters": JSON.stringify([filter]) },
  });
  try {
    const { tenant, firefox, control } = session;
    const { demoOrigins, origin: tenantOrigin } = tenant;
    const page = await firefox.browser.newPage();
    const surface = surfaceOfTab(page);
    const home = `${demoOrigins[0]}/`;
    await page.goto(home);
    const panel = await openInspectorToolbox(firefox, home);
    return {
      tab: {
        goto: async (url) => void (await page.goto(url)),
        logIn: (user) => logInWithFirefox(page, user),
        async press(id) {
          await page.waitForSelector(`#${id}:enabled`);
          await page.click(`#${id}`);
        },
        fill: (name, value) => surface.fill(`input[name=${name}]`, value),
        async waitForResult(words) {
          await waitFor(async () => (await page.evaluate(readResult)).includes(words), {
            what: `the demo app to show "${words}"`,
          });
        },
        evaluate: (expression) => page.evaluate(expression),
      },
      panel: {
        call: (functionText, argument) => panel.evaluate(functionText, argument),
        click: (selector) => panel.click(selector),
      },
      control,
      tenantOrigin,
      demoOrigins,
      hidesDocuments: filter === "xhr",
      close: () => session.close(),
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}
