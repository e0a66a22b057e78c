import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { findFacts } from "../../../../../lib/models/runs/find-facts.ts";
import { HistoryModel } from "../../../../../lib/models/runs/history-model.ts";
import { TokenOffers } from "../../../../../lib/models/runs/token-offers.ts";
import { authorize } from "../../../../../lib/runs/catalogue/authorize.ts";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { sampleSetting } from "../../runs/login-harness.ts";
import { createFakeWorker } from "../fake-worker.ts";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function openFacts(alg: string, aud: string) {
  const { send } = createFakeWorker({
    "run.list": async () => ({ runs: [] }),
    "run.record": async () => ({}),
  });
  const tenant = signal(sampleTenant);
  const createId = () => "6e6f8f0e-3d53-4b0c-9a53-0d7c3f6a1b11";
  const history = new HistoryModel({ send, tenant, operations: catalogue, createId });
  const offers = new TokenOffers();
  const idToken = `${encode({ alg })}.${encode({ aud, sub: "u" })}.c2ln`;
  const run = {
    operation: authorize,
    tenant: sampleTenant,
    setting: sampleSetting,
    values: {},
    startedAt: 5,
    endedAt: 6,
    steps: [],
    outcome: { kind: "succeeded" as const, result: null, tokens: { idToken } },
  };
  void history.record(run);
  offers.add(run);
  return { history, offers };
}

test("the facts are the last start and the algorithm of the application's last ID token", () => {
  const models = openFacts("HS256", sampleTenant.clientId);
  expect(findFacts(authorize, {}, sampleTenant, models)).toEqual({
    lastRunAt: 5,
    idTokenAlgorithm: "HS256",
  });
});

test("another application has facts of its own", () => {
  const models = openFacts("HS256", sampleTenant.clientId);
  expect(findFacts(authorize, { clientID: "another" }, sampleTenant, models)).toEqual({});
});
