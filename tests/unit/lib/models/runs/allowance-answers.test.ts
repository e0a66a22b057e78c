import { expect, test } from "vitest";
import { createAllowanceAnswers } from "../../../../../lib/models/runs/allowance-answers.ts";
import { origin } from "../../../tenant/open-tenant.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { openModel } from "./stage-run.ts";
import { createCheckAllowances } from "../../../../../lib/models/runs/ask-about-allowances.ts";
import type { AllowanceQuestion } from "../../../../../lib/runs/check-allowances.ts";

const first = {
  clientId: "app-1",
  list: "Allowed callback URLs",
  address: "https://app.example/callback",
} as const;
const second = {
  clientId: "app-1",
  list: "Allowed web origins",
  address: "https://app.example",
} as const;
const question: AllowanceQuestion = {
  origin: "https://tenant.example",
  way: "page",
  allowances: [first, second],
};

test("an address is being checked until the tenant has answered", async () => {
  const { promise, resolve } = Promise.withResolvers<readonly { kind: "accepted" }[]>();
  const answers = createAllowanceAnswers(() => promise);
  expect(answers.find.value(question, first)).toBeUndefined();
  const checked = answers.check(question);
  expect(answers.find.value(question, first)).toEqual({ kind: "checking" });
  resolve([{ kind: "accepted" }, { kind: "accepted" }]);
  await checked;
  expect(answers.find.value(question, second)).toEqual({ kind: "accepted" });
});

test("an answer holds for its application and its list alone, until it is discarded", async () => {
  const answers = createAllowanceAnswers(async () => [{ kind: "accepted" }]);
  await answers.check({ ...question, allowances: [first] });
  const { find } = answers;
  expect(find.value(question, first)).toEqual({ kind: "accepted" });
  expect(find.value(question, { ...first, clientId: "app-2" })).toBeUndefined();
  expect(find.value({ ...question, origin: "https://other.example" }, first)).toBeUndefined();
  expect(find.value(question, { ...first, list: "Allowed logout URLs" })).toBeUndefined();
  answers.discard();
  expect(find.value(question, first)).toBeUndefined();
});

test("a check that fails leaves the reason, and none is checked for ever", async () => {
  const answers = createAllowanceAnswers(() => Promise.reject(new Error("lost")));
  await answers.check(question);
  expect(answers.find.value(question, first)).toMatchObject({ kind: "unknown" });
  expect(answers.find.value(question, second)).toMatchObject({ kind: "unknown" });
});

test("the question is asked with one request for each address", async () => {
  const urls: string[] = [];
  const check = createCheckAllowances({
    async fetch(url) {
      urls.push(new URL(url).pathname);
      return new Response(null, { status: 200 });
    },
  });
  expect(await check(question)).toMatchObject([{ kind: "unknown" }, { kind: "accepted" }]);
  expect(urls).toEqual(["/authorize", "/authorize"]);
});

test("a run that succeeds discards the answers, because the settings have changed", async () => {
  const { model } = openModel(
    {},
    { checkAllowances: async () => [{ kind: "rejected", why: "Add it." }] },
  );
  const tenant = { ...sampleTenant, id: origin, origin, clientId: "demo-spa" };
  model.load();
  await expect.poll(() => model.settingAt(tenant)).toBeDefined();
  await model.checkAllowances(tenant);
  expect(model.findAllowances.value(tenant)).toMatchObject([{ state: { kind: "rejected" } }]);
  await model.start(tenant);
  expect(model.run.value?.outcome?.kind).toBe("succeeded");
  expect(model.findAllowances.value(tenant)).toMatchObject([{ state: undefined }]);
});
