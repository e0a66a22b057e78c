import { openInspectorSession } from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { testStreamWaits } from "../both/stream-waits-tests.ts";
import { getWorker, watchWorker } from "../pages/worker.ts";

testStreamWaits({ hasEveryWait: true }, async () => {
  const session = await openInspectorSession({ headless: true, port: 0 });
  const watch = await watchWorker(session.chromium);
  const popup = await session.chromium.extensionPage("popup.html");
  await session.options.page.close();
  return {
    control: new TenantControl(session.tenant.origin),
    popup,
    async restartWorker() {
      const startsBefore = watch.starts();
      await watch.stop();
      await waitFor(() => watch.starts() > startsBefore && watch.status() === "running", {
        what: "the popup to start the next worker",
      });
    },
    async setAhead(ms) {
      const worker = await getWorker(session.chromium);
      await worker.evaluate(async (ahead) => {
        const read = Date.now;
        Date.now = () => read() + ahead;
        // Earlier than the regular alarm.
        await chrome.alarms.create("wake", { delayInMinutes: 0.02, periodInMinutes: 0.5 });
      }, ms);
    },
    async close() {
      await watch.end();
      await session.close();
    },
  };
});
