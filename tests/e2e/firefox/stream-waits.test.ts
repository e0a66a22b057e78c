import { FirefoxEventPage } from "../pages/firefox-worker.ts";
import { testStreamWaits } from "../both/stream-waits-tests.ts";
import { openFirefoxSession, setUpInspector } from "./firefox-session.ts";

testStreamWaits({ hasEveryWait: false }, async () => {
  // An idle event page would stop, and lose the clock that the test has set ahead.
  const prefs = { "extensions.background.idle.timeout": 600_000 };
  const session = await openFirefoxSession({ prefs });
  const worker = new FirefoxEventPage(session.firefox);
  const options = await setUpInspector(session);
  const popup = await session.firefox.extensionPage("popup.html");
  await options.page.close();
  return {
    control: session.control,
    popup,
    async restartWorker() {
      await worker.terminate();
      await worker.waitUntil("running");
    },
    async setAhead(ms) {
      await popup.evaluate(`(async () => {
        const worker = await browser.runtime.getBackgroundPage();
        const read = worker.Date.now;
        worker.Date.now = () => read() + ${ms};
        // Fire the alarm earlier than its schedule.
        browser.alarms.create("wake", { delayInMinutes: 0.02, periodInMinutes: 0.5 });
      })()`);
    },
    close: () => session.close(),
  };
});
