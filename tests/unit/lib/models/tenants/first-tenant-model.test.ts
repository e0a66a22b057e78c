import { expect, test } from "vitest";
import { FirstTenantModel } from "../../../../../lib/models/tenants/first-tenant-model.ts";
import { createCommandSender } from "../../../../../lib/messages/command-channel.ts";
import { local } from "../connections/connection-harness.ts";
import { createLostWorker } from "../fake-worker.ts";

test("opens a tenant although the worker was stopped during the click", async () => {
  let asked = 0;
  const send = createCommandSender(async () => {
    asked += 1;
    if (asked === 1) throw new Error("The message port closed before a response was received.");
    return { ok: true, response: { tenant: local } };
  });
  const model = new FirstTenantModel({ send });
  await model.open("sandbox");
  expect(model.failed.value).toBeUndefined();
  expect(model.opened.value).toEqual({ tenantId: local.id });
});

test("says that the worker does not respond", async () => {
  const model = new FirstTenantModel({ send: createLostWorker() });
  await model.open("sandbox");
  expect(model.failed.value).toMatchObject({ failure: { code: "worker-unreachable" } });
  expect(model.opening.value).toBeUndefined();
});
