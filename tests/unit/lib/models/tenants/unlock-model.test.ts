import { expect, test } from "vitest";

import type { CredentialSummary } from "../../../../../lib/messages/credential.ts";
import { RemoteError } from "../../../../../lib/messages/remote-error.ts";
import { UnlockModel } from "../../../../../lib/models/tenants/unlock-model.ts";
import { createFakeWorker } from "../fake-worker.ts";

const summary: CredentialSummary = {
  kind: "access_token",
  scopes: [],
  remembering: "passphrase",
  isLocked: false,
};
const tenantId = "https://acme.example";

test("sends the passphrase once, and clears it after a success", async () => {
  const { send, sent } = createFakeWorker({ "credential.unlock": async () => summary });
  const model = new UnlockModel({ send });
  model.type("open sesame");
  await Promise.all([model.unlock(tenantId), model.unlock(tenantId)]);
  expect(sent).toEqual([
    { command: "credential.unlock", request: { tenantId, passphrase: "open sesame" } },
  ]);
  expect(model.passphrase.value).toBe("");
  expect(model.problem.value).toBeUndefined();
});

test("does not send an empty passphrase, and reports it after an attempt", async () => {
  const { send, sent } = createFakeWorker();
  const model = new UnlockModel({ send });
  expect(model.problem.value).toBeUndefined();
  await model.unlock(tenantId);
  expect(model.problem.value).toContain("Enter the passphrase");
  expect(sent).toEqual([]);
});

test("reports a wrong passphrase at its field until the next input", async () => {
  const message = "This is not the passphrase. Try again.";
  const wrong = new RemoteError({ code: "wrong-passphrase", message, facts: {} });
  const { send } = createFakeWorker({ "credential.unlock": () => Promise.reject(wrong) });
  const model = new UnlockModel({ send });
  model.type("open barley");
  await model.unlock(tenantId);
  expect(model.problem.value).toBe(message);
  expect(model.passphrase.value).toBe("open barley");
  model.type("open barley!");
  expect(model.problem.value).toBeUndefined();
});

test("reports another failure as a whole", async () => {
  const { send } = createFakeWorker({
    "credential.unlock": () => Promise.reject(new Error("nobody foresaw it")),
  });
  const model = new UnlockModel({ send });
  model.type("open sesame");
  await model.unlock(tenantId);
  expect(model.problem.value).toBeUndefined();
  expect(model.state.value).toMatchObject({ kind: "failed", failure: { code: "unexpected" } });
});

test("discards input and a later response when another tenant is shown", async () => {
  let refuse: () => void = () => undefined;
  const { send } = createFakeWorker({
    "credential.unlock": () =>
      new Promise((_resolve, reject) => {
        refuse = () => reject(new Error("late"));
      }),
  });
  const model = new UnlockModel({ send });
  model.type("open sesame");
  const unlocking = model.unlock(tenantId);
  await expect.poll(() => model.state.value.kind).toBe("unlocking");
  model.leave();
  refuse();
  await unlocking;
  expect(model.passphrase.value).toBe("");
  expect(model.state.value).toEqual({ kind: "locked" });
});
