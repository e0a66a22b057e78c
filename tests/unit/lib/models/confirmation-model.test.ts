import { describe, expect, test } from "vitest";

import { ConfirmationModel } from "../../../../lib/models/confirmation-model.ts";

const writable = { name: "staging", isReadOnly: false };
const readOnly = { name: "Acme production", isReadOnly: true };
const rename = { title: "Rename it?", button: "Rename" };

describe("a change at a tenant that is not read-only", () => {
  test("is confirmed at once, without a name and without a question", async () => {
    const model = new ConfirmationModel();
    const asked = model.request({ ...rename, tenant: writable });
    expect(model.open.value).toBeUndefined();
    expect(await asked).toEqual({});
  });

  test("is asked for if it is final, and needs no name", async () => {
    const model = new ConfirmationModel();
    const asked = model.request({ ...rename, tenant: writable, isFinal: true });
    expect(model.open.value).toMatchObject({ title: "Rename it?", isFinal: true });
    model.confirm();
    expect(await asked).toEqual({});
    expect(model.open.value).toBeUndefined();
  });
});

describe("a change at a read-only tenant", () => {
  test("is confirmed with the tenant's name as it was typed", async () => {
    const model = new ConfirmationModel();
    const asked = model.request({ ...rename, tenant: readOnly });
    model.type(" Acme production ");
    model.confirm();
    expect(await asked).toEqual({ confirmation: "Acme production" });
  });

  test.each(["", "Acme", "acme production", "Acme production 2"])(
    "is not confirmed by %j, and the problem is shown only after an attempt",
    async (text) => {
      const model = new ConfirmationModel();
      const asked = model.request({ ...rename, tenant: readOnly });
      model.type(text);
      expect(model.open.value?.problem).toBeUndefined();
      model.confirm();
      expect(model.open.value?.problem).toContain('Type "Acme production"');
      model.type("Acme production");
      expect(model.open.value?.problem).toBeUndefined();
      model.cancel();
      expect(await asked).toBeUndefined();
    },
  );

  test("asks again the next time", async () => {
    const model = new ConfirmationModel();
    const first = model.request({ ...rename, tenant: readOnly });
    model.type("Acme production");
    model.confirm();
    await first;
    const second = model.request({ ...rename, tenant: readOnly });
    expect(model.open.value?.typed).toBe("");
    model.confirm();
    expect(model.open.value).toBeDefined();
    model.cancel();
    expect(await second).toBeUndefined();
  });
});

test("answers the first question with false if a second one opens", async () => {
  const model = new ConfirmationModel();
  const first = model.request({ ...rename, tenant: readOnly });
  const second = model.request({ title: "Delete it?", button: "Delete", tenant: readOnly });
  expect(await first).toBeUndefined();
  expect(model.open.value?.title).toBe("Delete it?");
  model.cancel();
  expect(await second).toBeUndefined();
});
