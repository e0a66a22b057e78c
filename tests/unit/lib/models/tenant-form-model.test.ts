import { describe, expect, test } from "vitest";

import type { CommandHandlers } from "../../../../lib/messages/command-channel.ts";
import { TenantFormModel, type TenantFormPort } from "../../../../lib/models/tenant-form-model.ts";
import { sampleTenant } from "../messages/sample-activity.ts";
import { WorkerError } from "../../../../lib/worker/worker-error.ts";
import { createFakeWorker } from "./fake-worker.ts";

const saveTenant: CommandHandlers["tenant.save"] = async (details) => ({
  tenant: { ...details, id: "t1" },
  issuer: `${details.origin}/`,
  keyCount: 1,
});

function openForm(
  given: Partial<CommandHandlers> = {},
  requestHostPermission: TenantFormPort["requestHostPermission"] = async () => true,
) {
  const asked: string[] = [];
  const { send, sent } = createFakeWorker(given);
  const model = new TenantFormModel({
    send,
    requestHostPermission: (pattern) => {
      asked.push(pattern);
      return requestHostPermission(pattern);
    },
  });
  return { model, sent, asked };
}

function fillIn(model: InstanceType<typeof TenantFormModel>): void {
  model.setDomain("localhost:4400");
  model.setClientId(" demo-spa ");
}

describe("what is wrong with the form", () => {
  test("is kept to itself until somebody tries to save", async () => {
    const { model, asked, sent } = openForm();
    model.setDomain("http://acme.example");
    expect(model.problems.value).toEqual({});
    await model.save();
    expect(model.problems.value).toEqual({
      domain: expect.stringContaining("Plain http"),
      clientId: expect.stringContaining("client id"),
    });
    expect(model.state.value).toEqual({ kind: "idle" });
    expect([asked, sent]).toEqual([[], []]);
  });

  test("goes away as it is mended", async () => {
    const { model } = openForm();
    await model.save();
    fillIn(model);
    expect(model.problems.value).toEqual({});
  });
});

describe("saving", () => {
  test("asks for the permission of the one host before anything is awaited", async () => {
    const { model, asked } = openForm({ "tenant.save": saveTenant });
    fillIn(model);
    const saving = model.save();
    expect(asked).toEqual(["http://localhost/*"]);
    expect(model.state.value).toEqual({ kind: "saving" });
    await saving;
  });

  test("sends what was entered, trimmed, and shows what was found", async () => {
    const { model, sent } = openForm({ "tenant.save": saveTenant });
    model.setName("  Local  ");
    fillIn(model);
    await model.save();
    expect(sent).toEqual([
      {
        command: "tenant.save",
        request: { name: "Local", origin: "http://localhost:4400", clientId: "demo-spa" },
      },
    ]);
    expect(model.state.value).toEqual({
      kind: "saved",
      issuer: "http://localhost:4400/",
      keyCount: 1,
    });
    expect(model.domain.value).toBe("http://localhost:4400");
  });

  test("a tenant without a name is called by its host", async () => {
    const { model } = openForm({ "tenant.save": saveTenant });
    fillIn(model);
    await model.save();
    expect(model.name.value).toBe("localhost:4400");
  });

  test("a permission that is denied is told with the origin, and nothing is sent", async () => {
    const { model, sent } = openForm({}, async () => false);
    fillIn(model);
    await model.save();
    expect(model.state.value).toEqual({ kind: "denied", origin: "http://localhost:4400" });
    expect(sent).toEqual([]);
  });

  test("a browser that cannot ask is a failure in words", async () => {
    const { model } = openForm({}, () => Promise.reject(new Error("hunter2")));
    fillIn(model);
    await model.save();
    expect(model.state.value).toMatchObject({ kind: "failed", failure: { code: "unexpected" } });
    expect(JSON.stringify(model.state.value)).not.toContain("hunter2");
  });

  test("a tenant that does not answer leaves the form as it is, with the worker's sentence", async () => {
    const error = new WorkerError("tenant-unreachable", "Nothing answers there.");
    const { model } = openForm({ "tenant.save": () => Promise.reject(error) });
    fillIn(model);
    await model.save();
    expect(model.state.value).toEqual({
      kind: "failed",
      failure: { code: "tenant-unreachable", message: "Nothing answers there." },
    });
    expect(model.domain.value).toBe("localhost:4400");
  });

  test("a second attempt while one is under way asks nobody anything", async () => {
    const { model, asked, sent } = openForm({ "tenant.save": saveTenant });
    fillIn(model);
    await Promise.all([model.save(), model.save()]);
    expect(asked).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });
});

describe("a stored tenant", () => {
  test("is shown", () => {
    const { model } = openForm();
    model.show(sampleTenant);
    expect([model.name.value, model.domain.value, model.clientId.value]).toEqual([
      "Acme",
      "https://acme.example",
      "app-1",
    ]);
  });

  test("does not overwrite what somebody is typing", () => {
    const { model } = openForm();
    model.setDomain("localh");
    model.show(sampleTenant);
    expect(model.domain.value).toBe("localh");
  });

  test("that is not there changes nothing", () => {
    const { model } = openForm();
    model.show(undefined);
    expect(model.domain.value).toBe("");
  });
});
