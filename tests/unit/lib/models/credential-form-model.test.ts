import { describe, expect, test } from "vitest";

import type { CommandHandlers } from "../../../../lib/messages/command-channel.ts";
import type { CredentialSummary } from "../../../../lib/messages/tenant.ts";
import { CredentialFormModel } from "../../../../lib/models/credential-form-model.ts";
import { WorkerError } from "../../../../lib/worker/worker-error.ts";
import { createFakeWorker, createLostWorker } from "./fake-worker.ts";

const summary: CredentialSummary = {
  kind: "client_credentials",
  scopes: ["read:events"],
  expiresAt: 9,
};
const refusal = () => Promise.reject(new WorkerError("no-tenant", "There is no tenant."));

function openForm(given: Partial<CommandHandlers> = {}) {
  const { send, sent } = createFakeWorker(given);
  return { model: new CredentialFormModel({ send }), sent };
}

function fillIn(model: InstanceType<typeof CredentialFormModel>): void {
  model.setClientId(" demo-management ");
  model.setClientSecret(" s3cret ");
}

describe("what is missing", () => {
  test("is told once somebody tried, and nothing is sent", async () => {
    const { model, sent } = openForm();
    expect(model.problems.value).toEqual({});
    await model.save();
    expect(Object.keys(model.problems.value)).toEqual(["clientId", "clientSecret"]);
    model.setClientId("a");
    expect(Object.keys(model.problems.value)).toEqual(["clientSecret"]);
    expect(sent).toEqual([]);
  });

  test("is another thing for a pasted token, and is not told again after the change", async () => {
    const { model } = openForm();
    await model.save();
    model.setKind("access_token");
    expect(model.problems.value).toEqual({});
    model.setToken("   ");
    await model.save();
    expect(Object.keys(model.problems.value)).toEqual(["token"]);
  });
});

describe("saving", () => {
  test("sends a client with its secret, the secret word for word", async () => {
    const { model, sent } = openForm({ "credential.save": async () => summary });
    fillIn(model);
    await model.save();
    expect(sent[0]?.request).toEqual({
      credential: {
        kind: "client_credentials",
        clientId: "demo-management",
        clientSecret: " s3cret ",
      },
    });
    expect(model.state.value).toEqual({ kind: "saved", summary });
  });

  test("sends a pasted token without the blanks around it", async () => {
    const { model, sent } = openForm({
      "credential.save": async () => ({ kind: "access_token", scopes: [] }),
    });
    model.setKind("access_token");
    model.setToken(" a-token\n");
    await model.save();
    expect(sent[0]?.request).toEqual({ credential: { kind: "access_token", token: "a-token" } });
  });

  test("wipes the secrets once they are saved", async () => {
    const { model } = openForm({ "credential.save": async () => summary });
    model.setToken("a-token");
    fillIn(model);
    await model.save();
    expect([model.token.value, model.clientSecret.value]).toEqual(["", ""]);
    expect(model.clientId.value).toBe(" demo-management ");
    expect(model.problems.value).toEqual({});
  });

  test("keeps them when it fails, so that they can be mended", async () => {
    const { model } = openForm({ "credential.save": refusal });
    fillIn(model);
    await model.save();
    expect(model.state.value).toEqual({
      kind: "failed",
      failure: { code: "no-tenant", message: "There is no tenant." },
    });
    expect(model.clientSecret.value).toBe(" s3cret ");
  });

  test("sends a credential once, however often it is asked to", async () => {
    const { model, sent } = openForm({ "credential.save": async () => summary });
    fillIn(model);
    await Promise.all([model.save(), model.save()]);
    expect(sent).toHaveLength(1);
  });

  test("typing after a failure takes the failure away", async () => {
    const { model } = openForm({ "credential.save": refusal });
    fillIn(model);
    await model.save();
    model.setClientSecret("other");
    expect(model.state.value).toEqual({ kind: "idle" });
  });
});

describe("forgetting", () => {
  test("wipes what was typed as well", async () => {
    const { model, sent } = openForm({ "credential.forget": async () => ({}) });
    fillIn(model);
    await model.forget();
    expect(sent).toEqual([{ command: "credential.forget", request: {} }]);
    expect(model.state.value).toEqual({ kind: "forgotten" });
    expect(model.clientSecret.value).toBe("");
  });

  test("a worker that is gone is told in words", async () => {
    const model = new CredentialFormModel({ send: createLostWorker() });
    await model.forget();
    expect(model.state.value).toMatchObject({
      kind: "failed",
      failure: { code: "worker-unreachable" },
    });
  });
});
