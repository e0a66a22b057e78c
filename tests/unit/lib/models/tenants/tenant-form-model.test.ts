import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";

import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import type { TenantActivity } from "../../../../../lib/messages/activity-feed.ts";
import { defaultStreamPreferences } from "../../../../../lib/messages/stream-preferences.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { TenantFormModel } from "../../../../../lib/models/tenants/tenant-form-model.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { createTenantActivity, sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker } from "../fake-worker.ts";

const saveTenant: CommandHandlers["tenant.save"] = async (details) => ({
  tenant: { ...details, id: details.origin, stream: defaultStreamPreferences },
  issuer: `${details.origin}/`,
  keyCount: 1,
});
const checkTenant: CommandHandlers["tenant.check"] = async ({ origin }) => ({
  issuer: `${origin}/`,
  keyCount: 2,
});
const otherTenant: Tenant = {
  ...sampleTenant,
  id: "https://b.example",
  name: "B",
  origin: "https://b.example",
};

function openForm(
  given: Partial<CommandHandlers> = {},
  request: () => Promise<boolean> = async () => true,
) {
  const asked: string[][] = [];
  const shownSaved: string[] = [];
  const tenants = signal<readonly TenantActivity[]>([]);
  const { send, sent } = createFakeWorker(given);
  const model = new TenantFormModel({
    send,
    tenants,
    requestHostPermissions: (patterns) => {
      asked.push(patterns);
      return request();
    },
    showSaved: (tenantId) => void shownSaved.push(tenantId),
  });
  const know = (...known: Tenant[]) => {
    tenants.value = known.map((tenant) => createTenantActivity({ tenant }));
  };
  return { model, sent, asked, shownSaved, know };
}

const gone = () => Promise.reject(new Error("No response was prepared."));

type Form = InstanceType<typeof TenantFormModel>;

function fillIn(model: Form): void {
  model.set({ domain: "localhost:4400", clientId: " demo-spa " });
}

describe("a problem of the form", () => {
  test("is hidden until the first attempt to save", async () => {
    const { model, asked, sent } = openForm();
    model.set({ domain: "http://acme.example" });
    expect(model.problems.value).toEqual({});
    await model.save();
    expect(model.problems.value).toEqual({
      domain: expect.stringContaining("Plain http"),
    });
    expect(model.state.value).toEqual({ kind: "idle" });
    expect([asked, sent]).toEqual([[], []]);
  });

  test("disappears when it is corrected", async () => {
    const { model } = openForm();
    await model.save();
    fillIn(model);
    expect(model.problems.value).toEqual({});
  });

  test.each([
    ["*.example", "This is not a domain"],
    ["localhost:4400/", "This is the tenant's canonical domain"],
  ])(
    "rejects the custom domain %s at its field before any request",
    async (customDomain, words) => {
      const { model, asked } = openForm();
      fillIn(model);
      model.set({ customDomain });
      await model.save();
      await model.check();
      expect(model.problems.value).toEqual({ customDomain: expect.stringContaining(words) });
      expect(asked).toEqual([]);
    },
  );

  test("names the tenant that a new one with the same domain would update", () => {
    const { model, know } = openForm();
    know(sampleTenant);
    model.set({ domain: "acme.example" });
    expect(model.replaced.value).toBe("Acme");
    model.cancel(sampleTenant);
    expect(model.replaced.value).toBeUndefined();
  });
});

describe("checking a domain", () => {
  test("requests the permission first, shows the tenant's response, and stores nothing", async () => {
    const { model, sent, asked } = openForm({ "tenant.check": checkTenant });
    model.set({ domain: "localhost:4400" });
    const checking = model.check();
    expect(asked).toEqual([["http://localhost/*"]]);
    expect(model.isBusy.value).toBe(true);
    await checking;
    expect(model.state.value).toEqual({
      kind: "checked",
      found: [{ origin: "http://localhost:4400", issuer: "http://localhost:4400/", keyCount: 2 }],
    });
    expect(sent.map(({ command }) => command)).toEqual(["tenant.check"]);
  });

  test("knows the tenant until another domain is entered", async () => {
    const { model } = openForm({ "tenant.check": checkTenant });
    model.set({ domain: "localhost:4400" });
    expect(model.found.value).toBeUndefined();
    await model.check();
    expect(model.found.value).toMatchObject({ issuer: "http://localhost:4400/", keyCount: 2 });
    model.set({ clientId: "demo-spa" });
    expect(model.found.value).toBeDefined();
    model.set({ domain: "localhost:4401" });
    expect(model.found.value).toBeUndefined();
  });

  test("looks again for a tenant whose domain was edited and typed again", async () => {
    const { model } = openForm({ "tenant.check": checkTenant });
    model.set({ domain: "localhost:4400" });
    await model.check();
    model.set({ domain: "localhost:440" });
    model.set({ domain: "localhost:4400" });
    expect(model.found.value).toBeUndefined();
    await model.check();
    expect(model.found.value).toBeDefined();
  });

  test("ignores the tenant of a domain that was replaced during the check", async () => {
    const { model } = openForm({ "tenant.check": checkTenant });
    model.set({ domain: "localhost:4400" });
    const checking = model.check();
    model.set({ domain: "localhost:4401" });
    await checking;
    expect(model.found.value).toBeUndefined();
    expect(model.state.value).toEqual({ kind: "idle" });
    model.set({ domain: "localhost:4400" });
    expect(model.found.value).toBeUndefined();
  });

  test("checks the custom domain too", async () => {
    const { model } = openForm({ "tenant.check": checkTenant });
    model.set({ domain: "acme.example", customDomain: "login.acme.example" });
    await model.check();
    expect(model.state.value).toMatchObject({
      found: [{ issuer: "https://acme.example/" }, { issuer: "https://login.acme.example/" }],
    });
  });

  test("reports a missing domain at the field", async () => {
    const { model, asked } = openForm();
    await model.check();
    expect(model.problems.value).toMatchObject({ domain: expect.stringContaining("Enter") });
    expect(asked).toEqual([]);
  });

  test("without a permission names the origins, and sends no request", async () => {
    const { model, sent } = openForm({}, async () => false);
    model.set({ domain: "acme.example" });
    await model.check();
    expect(model.state.value).toEqual({
      kind: "denied",
      action: "check",
      origins: ["https://acme.example"],
    });
    expect(sent).toEqual([]);
  });

  test("shows the worker's message if no tenant is found", async () => {
    const error = new WorkerError("not-a-tenant", "That is no tenant.");
    const { model } = openForm({ "tenant.check": () => Promise.reject(error) });
    model.set({ domain: "acme.example" });
    await model.check();
    expect(model.state.value).toEqual({
      kind: "failed",
      action: "check",
      failure: { code: "not-a-tenant", message: "That is no tenant." },
    });
  });
});

describe("saving", () => {
  test("requests the permission for all hosts at once, before the first await", async () => {
    const { model, asked } = openForm({ "tenant.save": saveTenant, "tenant.check": checkTenant });
    model.set({ domain: "acme.example", customDomain: "login.acme.example", clientId: "a" });
    const saving = model.save();
    expect(asked).toEqual([["https://acme.example/*", "https://login.acme.example/*"]]);
    expect(model.state.value).toEqual({ kind: "asking", action: "save" });
    expect(model.isBusy.value).toBe(true);
    await saving;
  });

  test("requests one permission for two domains of one host", async () => {
    const { model, asked } = openForm({ "tenant.save": saveTenant, "tenant.check": checkTenant });
    model.set({ domain: "localhost:1", customDomain: "localhost:2", clientId: "a" });
    await model.save();
    expect(asked).toEqual([["http://localhost/*"]]);
  });

  test("sends the trimmed input, and shows the result", async () => {
    const { model, sent } = openForm({ "tenant.save": saveTenant });
    fillIn(model);
    model.set({ name: "  Local  ", colour: "red", isReadOnly: true });
    await model.save();
    expect(sent).toEqual([
      {
        command: "tenant.save",
        request: {
          name: "Local",
          origin: "http://localhost:4400",
          clientId: "demo-spa",
          colour: "red",
          isReadOnly: true,
        },
      },
    ]);
    expect(model.state.value).toEqual({
      kind: "saved",
      issuer: "http://localhost:4400/",
      keyCount: 1,
    });
    expect(model.fields.value.domain).toBe("http://localhost:4400");
    expect(model.target.value).toBe("http://localhost:4400");
  });

  test("does not store a custom domain without a tenant", async () => {
    const error = new WorkerError("tenant-unreachable", "Nothing answers at login.");
    const { model, sent } = openForm({ "tenant.check": () => Promise.reject(error) });
    model.set({ domain: "acme.example", customDomain: "login.acme.example", clientId: "a" });
    await model.save();
    expect(model.state.value).toMatchObject({ kind: "failed", action: "save" });
    expect(sent.map(({ command }) => command)).toEqual(["tenant.check"]);
  });

  test("names a tenant without a name after its host", async () => {
    const { model } = openForm({ "tenant.save": saveTenant });
    fillIn(model);
    await model.save();
    expect(model.fields.value.name).toBe("localhost:4400");
  });

  test("reports a denied permission with the origin, and sends nothing", async () => {
    const { model, sent } = openForm({}, async () => false);
    fillIn(model);
    await model.save();
    expect(model.state.value).toEqual({
      kind: "denied",
      action: "save",
      origins: ["http://localhost:4400"],
    });
    expect(sent).toEqual([]);
  });

  test("reports a failed permission request", async () => {
    const { model } = openForm({}, () => Promise.reject(new Error("hunter2")));
    fillIn(model);
    await model.save();
    expect(model.state.value).toMatchObject({ kind: "failed", failure: { code: "unexpected" } });
    expect(JSON.stringify(model.state.value)).not.toContain("hunter2");
  });

  test("keeps the input if the tenant does not respond, with the worker's message", async () => {
    const error = new WorkerError("tenant-unreachable", "Nothing answers there.");
    const { model } = openForm({ "tenant.save": () => Promise.reject(error) });
    fillIn(model);
    await model.save();
    expect(model.state.value).toEqual({
      kind: "failed",
      action: "save",
      failure: { code: "tenant-unreachable", message: "Nothing answers there." },
    });
    expect(model.fields.value.domain).toBe("localhost:4400");
  });

  test("ignores a second attempt while one is in flight", async () => {
    const { model, asked, sent } = openForm({ "tenant.save": saveTenant });
    fillIn(model);
    await Promise.all([model.save(), model.save(), model.check()]);
    expect(asked).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });
});

describe("the shown tenant", () => {
  test("is the chosen one, as it is stored", () => {
    const { model } = openForm();
    const customOrigin = "https://login.acme.example";
    model.follow({ ...sampleTenant, customOrigin, colour: "amber", isReadOnly: true });
    expect(model.fields.value).toEqual({
      name: "Acme",
      domain: "https://acme.example",
      customDomain: "https://login.acme.example",
      clientId: "app-1",
      colour: "amber",
      isReadOnly: true,
    });
    expect(model.target.value).toBe("https://acme.example");
  });

  test("follows the stored values, but keeps fields with input", () => {
    const { model } = openForm();
    model.follow(sampleTenant);
    model.follow({ ...sampleTenant, name: "Acme 2" });
    expect(model.fields.value.name).toBe("Acme 2");
    model.set({ name: "Mine" });
    model.follow({ ...sampleTenant, name: "Acme 3" });
    expect(model.fields.value.name).toBe("Mine");
  });

  test("stays the new one while its form has input", () => {
    const { model } = openForm();
    model.set({ domain: "localh" });
    model.follow(sampleTenant);
    expect(model.fields.value.domain).toBe("localh");
    expect(model.target.value).toBeUndefined();
  });

  test("is the new one that was requested, also without input", () => {
    const { model } = openForm();
    model.follow(sampleTenant);
    model.add();
    model.follow({ ...sampleTenant, name: "Acme 2" });
    expect(model.target.value).toBeUndefined();
    expect(model.fields.value.name).toBe("");
  });

  test("restores its input when it is shown again", () => {
    const { model, know } = openForm();
    know(sampleTenant, otherTenant);
    model.follow(sampleTenant);
    model.set({ name: "Half a na" });
    model.follow(otherTenant);
    expect(model.fields.value.name).toBe("B");
    model.add();
    model.set({ domain: "new.exam" });
    model.edit(sampleTenant);
    expect(model.fields.value.name).toBe("Half a na");
    model.add();
    expect(model.fields.value.domain).toBe("new.exam");
  });

  test("is an empty new one after the previous one was cancelled", () => {
    const { model } = openForm();
    model.follow(sampleTenant);
    model.add();
    model.set({ domain: "new.exam" });
    model.cancel(sampleTenant);
    expect(model.fields.value.name).toBe("Acme");
    model.add();
    expect(model.fields.value.domain).toBe("");
  });

  test("loses its input when it is forgotten", () => {
    const { model, know } = openForm();
    know(sampleTenant);
    model.follow(sampleTenant);
    model.set({ name: "Half" });
    know();
    model.follow(undefined);
    expect(model.fields.value.name).toBe("");
    model.follow(sampleTenant);
    expect(model.fields.value.name).toBe("Acme");
  });

  test("keeps the result of a save when the worker publishes the saved tenant", async () => {
    const { model, shownSaved } = openForm({ "tenant.save": saveTenant });
    model.add();
    fillIn(model);
    await model.save();
    expect(shownSaved).toEqual(["http://localhost:4400"]);
    model.follow({ ...sampleTenant, id: "http://localhost:4400", origin: "http://localhost:4400" });
    expect(model.state.value).toMatchObject({ kind: "saved" });
  });

  test("has no unsaved input after a save without a change", async () => {
    const { model, know } = openForm({
      "tenant.save": async (details) => {
        know(sampleTenant);
        model.follow({ ...sampleTenant });
        return await saveTenant(details);
      },
    });
    know(sampleTenant);
    model.follow(sampleTenant);
    await model.save();
    expect(model.state.value).toMatchObject({ kind: "saved" });
    expect(model.isChanged.value).toBe(false);
  });

  test("ignores the result for another tenant", async () => {
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [checked, saved] = answers;
    const { model, shownSaved, know } = openForm({
      "tenant.check": (request) => checked?.promise.then(() => checkTenant(request)) ?? gone(),
      "tenant.save": (request) => saved?.promise.then(() => saveTenant(request)) ?? gone(),
    });
    know(sampleTenant, otherTenant);
    for (const [action, answer] of [
      [() => model.check(), checked],
      [() => model.save(), saved],
    ] as const) {
      model.edit(sampleTenant);
      model.set({ name: "Acme 2" });
      const work = action();
      model.edit(otherTenant);
      answer?.resolve();
      await work;
      expect(model.target.value).toBe(otherTenant.id);
      expect(model.state.value).toEqual({ kind: "idle" });
    }
    expect(shownSaved, "a tenant that is saved later switches nothing").toEqual([]);
    model.edit(sampleTenant);
    expect(model.fields.value.name, "what was saved is no draft any more").toBe("Acme");
  });

  test("keeps input that is typed during the save", async () => {
    const late = Promise.withResolvers<void>();
    const { model } = openForm({
      "tenant.save": (details) => late.promise.then(() => saveTenant(details)),
    });
    fillIn(model);
    const saving = model.save();
    model.set({ name: "Typed meanwhile" });
    late.resolve();
    await saving;
    expect(model.state.value).toMatchObject({ kind: "saved" });
    expect(model.target.value).toBe("http://localhost:4400");
    expect(model.fields.value).toMatchObject({
      name: "Typed meanwhile",
      domain: "http://localhost:4400",
    });
    model.follow({ ...sampleTenant, id: "http://localhost:4400", origin: "http://localhost:4400" });
    expect(model.fields.value.name).toBe("Typed meanwhile");
  });

  test("loses all input when everything is forgotten", () => {
    const { model, know } = openForm();
    know(sampleTenant);
    model.follow(sampleTenant);
    model.set({ name: "Half" });
    model.add();
    model.set({ domain: "new.exam" });
    model.forget();
    expect(model.fields.value.domain).toBe("");
    model.follow(sampleTenant);
    expect(model.fields.value.name).toBe("Acme");
  });
});
