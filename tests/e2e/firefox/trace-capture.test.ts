import { describe } from "vitest";
import { waitFor } from "../../launch/wait-for.ts";
import { proveCapture } from "../both/trace-capture-tests.ts";
import { CaptureReader } from "../pages/capture-reader.ts";
import { logInWithFirefox } from "../pages/firefox-login-window.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { openFirefoxSession } from "./firefox-session.ts";

/** The filters of the Network panel are kept over restarts, and hold for its events. */
describe.each([
  { name: "without a filter in the Network panel", filter: "all" },
  { name: 'with the filter "XHR" in the Network panel', filter: "xhr" },
])("$name", ({ filter }) => {
  proveCapture(async () => {
    const session = await openFirefoxSession({
      prefs: { "devtools.netmonitor.filters": JSON.stringify([filter]) },
    });
    const { tenant, firefox } = session;
    const { demoOrigins, origin: tenantOrigin } = tenant;
    const page = await firefox.browser.newPage();
    const home = `${demoOrigins[0]}/`;
    await page.goto(home);
    const panel = await openInspectorToolbox(firefox, home);
    const call = (functionText: string, argument: unknown) =>
      panel.evaluate(functionText, argument);
    const readResult = () => {
      const element = document.querySelector<HTMLElement>(
        "#result[data-state=done], #result[data-state=failed]",
      );
      return element?.innerText ?? "";
    };
    return {
      tab: {
        goto: async (url) => void (await page.goto(url)),
        logIn: (user) => logInWithFirefox(page, user),
        async press(id) {
          await page.waitForSelector(`#${id}:enabled`);
          await page.click(`#${id}`);
        },
        async waitForResult(words) {
          await waitFor(async () => (await page.evaluate(readResult)).includes(words), {
            what: `the demo app to show "${words}"`,
          });
        },
        evaluate: (expression) => page.evaluate(expression),
      },
      reader: await CaptureReader.open({ call }),
      tenantOrigin,
      demoOrigins,
      hidesDocuments: filter === "xhr",
      close: () => session.close(),
    };
  });
});
