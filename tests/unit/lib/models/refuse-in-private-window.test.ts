import { expect, test } from "vitest";
import { refuseInPrivateWindow } from "../../../../lib/models/refuse-in-private-window.ts";
import { createFakeWorker } from "./fake-worker.ts";
import { local } from "./connections/connection-harness.ts";

test.each(["sandbox.open", "local-tenant.open"] as const)(
  "rejects %s in a private window, and sends it in a regular one",
  async (command) => {
    const worker = createFakeWorker({ [command]: async () => ({ tenant: local }) });
    await expect(refuseInPrivateWindow(worker.send, true)(command, {})).rejects.toMatchObject({
      code: "private-window",
    });
    expect(worker.sent).toEqual([]);
    await refuseInPrivateWindow(worker.send, false)(command, {});
    expect(worker.sent).toHaveLength(1);
  },
);

test("sends commands that store no tenant in a private window too", async () => {
  const worker = createFakeWorker({ "tenant.select": async () => ({}) });
  await refuseInPrivateWindow(worker.send, true)("tenant.select", { tenantId: local.id });
  expect(worker.sent).toHaveLength(1);
});
