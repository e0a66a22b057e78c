import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../lib/management/management-error.ts";
import type { CommandHandlers } from "../../../../lib/messages/command-channel.ts";
import { ExchangeFormModel } from "../../../../lib/models/exchange-form-model.ts";
import { createFakeWorker } from "./fake-worker.ts";

const good = { subject_token_type: "urn:acme:legacy-token", action_id: "act_1" };
const createProfile: CommandHandlers["token-exchange-profile.create"] = async (body) => ({
  ...body,
  id: "tep_1",
});

function openForm(given: Partial<CommandHandlers> = {}) {
  const { send, sent } = createFakeWorker(given);
  return { model: new ExchangeFormModel({ send }), sent };
}

describe("the form", () => {
  test("starts with a name that the service takes", () => {
    const { model } = openForm();
    expect(model.form.value).toEqual({
      name: "Token Exchange Profile 1",
      subject_token_type: "",
      action_id: "",
    });
  });

  test("tells errors at their fields once somebody tried to send it", async () => {
    const { model, sent } = openForm();
    model.set({ name: "ab", subject_token_type: "no uri at all" });
    expect(model.problems.value).toEqual({});
    await model.create();
    expect(model.problems.value).toEqual({
      name: expect.stringContaining("at least 3"),
      subject_token_type: expect.stringContaining("URI"),
      action_id: expect.stringContaining("missing"),
    });
    expect(sent).toEqual([]);
    model.set({ name: "abc", ...good });
    expect(model.problems.value).toEqual({});
  });

  test("warns while it is filled in, and a warning keeps nothing from being sent", async () => {
    const { model, sent } = openForm({ "token-exchange-profile.create": createProfile });
    model.set({ ...good, subject_token_type: "urn:ietf:params:x" });
    expect(model.warnings.value).toEqual({
      subject_token_type: expect.stringContaining("reserved"),
    });
    await model.create();
    expect(sent).toHaveLength(1);
  });
});

describe("creating", () => {
  test("sends the four fields, and shows the profile that came of it", async () => {
    const { model, sent } = openForm({ "token-exchange-profile.create": createProfile });
    model.set(good);
    const creating = model.create();
    expect(model.state.value).toEqual({ kind: "sending" });
    await creating;
    const body = { name: "Token Exchange Profile 1", ...good, type: "custom_authentication" };
    expect(sent).toEqual([{ command: "token-exchange-profile.create", request: body }]);
    expect(model.state.value).toEqual({ kind: "created", profile: { ...body, id: "tep_1" } });
  });

  test("sends once, however often it is asked to", async () => {
    const { model, sent } = openForm({ "token-exchange-profile.create": createProfile });
    model.set(good);
    await Promise.all([model.create(), model.create()]);
    expect(sent).toHaveLength(1);
  });

  test("a refusal is told at the field it is about, and the input stays", async () => {
    const refusal = new ManagementError({
      code: "conflict",
      message: "This type is taken.",
      status: 409,
      field: "subject_token_type",
    });
    const { model } = openForm({
      "token-exchange-profile.create": () => Promise.reject(refusal),
    });
    model.set(good);
    await model.create();
    expect(model.state.value).toMatchObject({ kind: "failed", failure: { code: "conflict" } });
    expect(model.problems.value).toEqual({ subject_token_type: "This type is taken." });
    expect(model.form.value).toMatchObject(good);
    model.set({ subject_token_type: "urn:acme:other-token" });
    expect(model.problems.value).toEqual({});
    expect(model.state.value).toEqual({ kind: "editing" });
  });

  test("a refusal with several causes is told as a whole", async () => {
    const causes = [{ what: "The action is a draft.", check: "Deploy it.", field: "action_id" }];
    const refusal = new ManagementError({ code: "invalid-body", message: "Refused.", causes });
    const { model } = openForm({
      "token-exchange-profile.create": () => Promise.reject(refusal),
    });
    model.set(good);
    await model.create();
    expect(model.problems.value).toEqual({});
    expect(model.state.value).toMatchObject({ failure: { management: { causes } } });
  });

  test("starting anew clears the form and its complaints", async () => {
    const { model } = openForm({ "token-exchange-profile.create": createProfile });
    model.set(good);
    await model.create();
    model.startAnew();
    expect(model.state.value).toEqual({ kind: "editing" });
    expect(model.form.value.subject_token_type).toBe("");
    expect(model.problems.value).toEqual({});
  });
});
