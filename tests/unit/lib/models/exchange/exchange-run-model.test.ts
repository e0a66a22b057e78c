import { describe, expect, test } from "vitest";

import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import type { CommandResponse } from "../../../../../lib/messages/commands.ts";
import { defaultStreamPreferences } from "../../../../../lib/messages/stream-preferences.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { ExchangeRunModel } from "../../../../../lib/models/exchange/exchange-run-model.ts";
import { createFakeWorker } from "../fake-worker.ts";

const now = Date.UTC(2026, 10, 21, 9, 0, 0);
const tenant: Tenant = {
  id: "https://acme.example",
  name: "acme",
  origin: "https://acme.example",
  clientId: "spa",
  colour: "none",
  isReadOnly: false,
  stream: defaultStreamPreferences,
};
const profile = {
  id: "tep_1",
  name: "Legacy",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_1",
  type: "custom_authentication",
};
const calm = { level: "calm", remaining: 10, message: "10 may fail." } as const;
const warning = { level: "warning", remaining: 2, message: "2 may fail." } as const;
const issued: CommandResponse<"token-exchange.run"> = {
  outcome: { kind: "issued", response: { access_token: "opaque-token", expires_in: 60 } },
  forecast: calm,
};

async function openRun(given: Partial<CommandHandlers> = {}, clock = { now }) {
  const { send, sent } = createFakeWorker({
    "token-exchange.forecast": async () => calm,
    ...given,
  });
  const model = new ExchangeRunModel({ send, now: () => clock.now });
  await model.open(tenant, profile);
  return { model, sent };
}

test("starts with the tenant's client and the profile's type, and shows the remaining failures", async () => {
  const { model } = await openRun();
  expect(model.form.value.clientId).toBe("spa");
  expect(model.profile.value).toEqual(profile);
  expect(model.forecast.value).toEqual(calm);
  expect(model.problems.value).toEqual({});
});

test("reports the tokens of each exchange, but not those of an abandoned one", async () => {
  const answer = Promise.withResolvers<typeof issued>();
  const { send } = createFakeWorker({
    "token-exchange.forecast": async () => calm,
    "token-exchange.run": () => answer.promise,
  });
  const reported: unknown[] = [];
  const model = new ExchangeRunModel({
    send,
    now: () => now,
    onIssued: (tokens) => reported.push(tokens),
  });
  await model.open(tenant, profile);
  model.set({ subjectToken: "legacy-1" });
  const abandoned = model.run();
  await model.open(tenant, profile);
  answer.resolve(issued);
  await abandoned;
  expect(reported).toEqual([]);
  model.set({ subjectToken: "legacy-2" });
  await model.run();
  const response = { access_token: "opaque-token", expires_in: 60 };
  expect(reported).toEqual([
    { tenant, profile: "Legacy", clientId: "spa", response, receivedAt: now },
  ]);
});

test("sends only the fields with input", async () => {
  const { model, sent } = await openRun({ "token-exchange.run": async () => issued });
  model.set({ subjectToken: " legacy-1 ", scope: "openid", parameters: "device=phone" });
  await model.run();
  expect(sent.at(-1)).toEqual({
    command: "token-exchange.run",
    request: {
      tenantId: tenant.id,
      input: {
        client_id: "spa",
        subject_token: "legacy-1",
        subject_token_type: "urn:acme:legacy-token",
        scope: "openid",
        parameters: { device: "phone" },
      },
    },
  });
});

test("sends nothing without a subject token or with an invalid parameter", async () => {
  const { model, sent } = await openRun();
  model.set({ parameters: "device" });
  await model.run();
  expect(model.problems.value).toEqual({
    subject_token: expect.stringContaining("required"),
    parameters: expect.stringContaining("Line 1"),
  });
  expect(sent.map(({ command }) => command)).toEqual(["token-exchange.forecast"]);
});

test("reports a parameter that is too long as such, and not as misplaced", async () => {
  const { model, sent } = await openRun();
  model.set({ subjectToken: "legacy-1", parameters: `device=${"x".repeat(64 * 1024 + 1)}` });
  await model.run();
  expect(model.problems.value["parameters"]).toMatch(/^device: .*64 KiB/);
  expect(sent.map(({ command }) => command)).toEqual(["token-exchange.forecast"]);
});

test("reports a reserved parameter at the parameters", async () => {
  const { model } = await openRun();
  model.set({ subjectToken: "legacy-1", parameters: "device=phone\ngrant_type=x" });
  await model.run();
  expect(model.problems.value["parameters"]).toContain("is set by the exchange");
});

describe("the outcome", () => {
  test("shows decoded tokens, and discards them on demand", async () => {
    const { model } = await openRun({ "token-exchange.run": async () => issued });
    model.set({ subjectToken: "legacy-1" });
    await model.run();
    expect(model.state.value).toMatchObject({
      kind: "issued",
      issued: { tokens: [{ name: "access_token", problem: expect.stringContaining("opaque") }] },
    });
    model.forget();
    expect(model.state.value).toEqual({ kind: "editing" });
    expect(model.form.value.subjectToken).toBe("legacy-1");
  });

  test("shows a rejection, with the number of failures after it", async () => {
    const outcome: CommandResponse<"token-exchange.run">["outcome"] = {
      kind: "refused",
      reason: "invalid-request",
      status: 400,
      message: "The exchange was rejected.",
      causes: [],
      errorCode: "invalid_request",
      serviceMessage: "The token is from another system.",
      isFailedAttempt: true,
    };
    const { model } = await openRun({
      "token-exchange.run": async () => ({ outcome, forecast: warning }),
    });
    model.set({ subjectToken: "wrong" });
    await model.run();
    expect(model.state.value).toEqual({ kind: "refused", refusal: outcome, sentAt: now });
    expect(model.forecast.value).toEqual(warning);
  });

  test("counts the consequences from before the request", async () => {
    const clock = { now };
    const answerLater = async () => {
      clock.now += 5_000;
      return issued;
    };
    const { model } = await openRun({ "token-exchange.run": answerLater }, clock);
    model.set({ subjectToken: "legacy-1" });
    await model.run();
    expect(model.state.value).toMatchObject({ kind: "issued", sentAt: now });
  });

  test("reports an exchange that could not run as a failure, and allows a retry", async () => {
    const error = new ManagementError({ code: "unreachable", message: "No network." });
    const { model } = await openRun({ "token-exchange.run": () => Promise.reject(error) });
    model.set({ subjectToken: "legacy-1" });
    await model.run();
    expect(model.state.value).toMatchObject({ failure: { message: "No network." } });
  });

  test("discards tokens and secrets on leaving, and a later response as well", async () => {
    let answer: () => void = () => undefined;
    const { model } = await openRun({
      "token-exchange.run": () =>
        new Promise((resolve) => {
          answer = () => resolve(issued);
        }),
    });
    model.set({ subjectToken: "legacy-1", clientSecret: "s3cret" });
    const running = model.run();
    await expect.poll(() => model.state.value.kind).toBe("running");
    model.close();
    answer();
    await running;
    expect(model.state.value).toEqual({ kind: "editing" });
    expect(JSON.stringify(model.form.value)).not.toMatch(/legacy-1|s3cret/);
    expect(model.profile.value).toBeUndefined();
  });

  test("runs an exchange without a forecast", async () => {
    const { model } = await openRun({
      "token-exchange.forecast": () => Promise.reject(new Error("nobody foresaw it")),
      "token-exchange.run": async () => issued,
    });
    expect(model.forecast.value).toBeUndefined();
    model.set({ subjectToken: "legacy-1" });
    await model.run();
    expect(model.forecast.value).toEqual(calm);
  });
});
