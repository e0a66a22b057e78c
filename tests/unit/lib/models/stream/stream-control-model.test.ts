import { signal } from "@preact/signals";
import { expect, test } from "vitest";

import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { StreamControlModel } from "../../../../../lib/models/stream/stream-control-model.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker } from "../fake-worker.ts";

function openControl(handlers: Partial<CommandHandlers> = {}) {
  const tenant = signal<Tenant | undefined>(sampleTenant);
  const worker = createFakeWorker({
    "stream.configure": async ({ preferences }) => {
      tenant.value = { ...sampleTenant, stream: preferences };
      return {};
    },
    "stream.resume-from": async () => ({}),
    ...handlers,
  });
  return {
    tenant,
    sent: worker.sent,
    model: new StreamControlModel({ send: worker.send, tenant }),
  };
}

test("pauses with all other preferences unchanged, and resumes in the previous mode", async () => {
  const { tenant, model } = openControl();
  const stream = {
    ...sampleTenant.stream,
    mode: "while-open",
    eventTypes: ["user.created"],
  } as const;
  tenant.value = { ...sampleTenant, stream: { ...stream, eventTypes: ["user.created"] } };
  await model.pause();
  expect(tenant.value.stream).toEqual({ ...stream, mode: "paused" });
  expect(model.isPaused.value).toBe(true);
  await model.resume();
  expect(tenant.value.stream.mode).toBe("while-open");
});

test("resumes a stream that was paused elsewhere in the mode “always”", async () => {
  const { tenant, model } = openControl();
  tenant.value = { ...sampleTenant, stream: { ...sampleTenant.stream, mode: "paused" } };
  await model.resume();
  expect(tenant.value.stream.mode).toBe("always");
});

test("sends the chosen position, and reports the outcome", async () => {
  const { model, sent } = openControl();
  expect(await model.resumeFrom({ kind: "time", at: 5 })).toBe(true);
  expect(sent).toEqual([
    {
      command: "stream.resume-from",
      request: { tenantId: sampleTenant.id, from: { kind: "time", at: 5 } },
    },
  ]);
  expect(model.done.value).toContain("not duplicated");
});

test("does not report a position that was chosen for a paused stream as resumed", async () => {
  const { model, sent } = openControl();
  await model.pause();
  await model.resumeFrom({ kind: "now" });
  expect(sent.map(({ command }) => command)).toEqual(["stream.configure", "stream.resume-from"]);
  expect(model.done.value).toContain("when you resume it");
});

test("shows the outcome while it is true, and for its own tenant only", async () => {
  const { tenant, model } = openControl();
  await model.pause();
  expect(model.done.value).toContain("Paused.");
  const paused = tenant.peek();
  tenant.value = {
    ...sampleTenant,
    id: "https://other.example",
    stream: paused?.stream ?? sampleTenant.stream,
  };
  expect(model.done.value, "another tenant is shown").toBeUndefined();
  tenant.value = paused;
  expect(model.done.value).toContain("Paused.");
  tenant.value = sampleTenant;
  expect(model.done.value, "another window resumed it").toBeUndefined();
  await model.pause();
  await model.resume();
  expect(model.done.value).toContain("Resumed from the last position");
});

test("shows a rejection for its own tenant only", async () => {
  const { tenant, model } = openControl({
    async "stream.configure"() {
      throw new WorkerError("no-tenant", "The settings cannot be read.");
    },
  });
  await model.pause();
  expect(model.failure.value?.message).toBe("The settings cannot be read.");
  tenant.value = { ...sampleTenant, id: "https://other.example" };
  expect(model.failure.value).toBeUndefined();
});

test("shows the worker's message of a rejection", async () => {
  const { model } = openControl({
    "stream.resume-from": async () => {
      throw new WorkerError("no-tenant", "There is no such event any more.");
    },
  });
  expect(await model.resumeFrom({ kind: "event", id: "e1" })).toBe(false);
  expect(model.failure.value?.message).toBe("There is no such event any more.");
  expect(model.isBusy.value).toBe(false);
});
