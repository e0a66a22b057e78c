import { describe, expect, test } from "vitest";

import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import { RunModel } from "../../../../../lib/models/runs/run-model.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { origin } from "../../../tenant/open-tenant.ts";
import { redirectUrl } from "../../runs/login-harness.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker, createLostWorker } from "../fake-worker.ts";
import { openModel, runPortOf } from "./stage-run.ts";

const tenant = { ...sampleTenant, id: origin, origin, clientId: "demo-spa" };
const error = `${redirectUrl}#error=access_denied`;

/** A login window that returns on demand. `asked` resolves when the window opens. */
function createLateLogin() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<{ redirectedTo: string }>();
  const handler: CommandHandlers["login.open"] = () => {
    asked.resolve();
    return answer.promise;
  };
  return { handler, asked: asked.promise, comeBack: answer.resolve };
}

describe("a run", () => {
  test("changes from idle to running to its outcome, with a transcript", async () => {
    const { model } = openModel();
    expect(model.run.value).toBeUndefined();
    const running = model.start(tenant);
    expect(model.isRunning.value).toBe(true);
    await running;
    expect(model.isRunning.value).toBe(false);
    expect(model.run.value?.tenant, "where it was").toBe(tenant);
    expect(model.run.value?.outcome).toMatchObject({
      kind: "succeeded",
      tokens: { idToken: expect.stringMatching(/^ey/) },
    });
    const checks = model.run.value?.checks ?? [];
    expect(checks.filter(({ outcome }) => outcome === "passed")).toHaveLength(13);
    expect(model.run.value?.steps).toHaveLength(5);
  });

  test("without any application asks for its client ID, and sends nothing", async () => {
    const { model, opened } = openModel();
    const bare = { ...tenant, clientId: "" };
    await model.start(bare);
    expect(model.problems.value).toEqual({
      clientID: "Enter the client ID of an application. The tenant has none in the options.",
    });
    expect(opened()).toEqual([]);
    model.set("clientID", "demo-spa");
    await model.start(bare);
    expect(model.run.value?.outcome).toMatchObject({ kind: "succeeded" });
  });

  test("sends the trimmed form, with the tenant's application unless another one is named", async () => {
    const { model, opened } = openModel();
    model.set("scope", " openid ");
    model.set("connection", " Username-Password-Authentication ");
    await model.start(tenant);
    model.set("clientID", " demo-hs256 ");
    await model.start(tenant);
    expect(opened()[0]).toContain("client_id=demo-spa&");
    expect(opened()[0]).toContain("connection=Username-Password-Authentication&");
    expect(opened()[0]).toMatch(/scope=openid[&"]/);
    expect(opened()[1]).toContain("client_id=demo-hs256&");
    expect(model.run.value?.outcome).toMatchObject({
      kind: "refused",
      error: { error: "invalid_token" },
    });
  });

  test("does not start with a response mode that its place cannot read, until the place changes", async () => {
    const { model, opened } = openModel();
    model.set("responseMode", "form_post");
    await model.start(tenant);
    expect(opened()).toEqual([]);
    expect(model.run.value).toBeUndefined();
    expect(Object.keys(model.problems.value)).toEqual(["responseMode"]);
    model.setWay("page");
    expect(model.problems.value).toEqual({});
    model.setWay("extension");
    expect(model.problems.value, "nothing before the next start").toEqual({});
  });

  test("starts with an empty transcript each time", async () => {
    const { model } = openModel();
    await model.start(tenant);
    await model.start(tenant);
    expect(model.run.value?.steps).toHaveLength(5);
  });

  test("ignores a second start while one is running", async () => {
    const { model, opened } = openModel();
    await Promise.all([model.start(tenant), model.start(tenant)]);
    expect(opened()).toHaveLength(1);
  });

  test("with a closed window shows the worker's message", async () => {
    const closed = new WorkerError("foreign-login", "The window was closed.");
    const { model } = openModel({ "login.open": () => Promise.reject(closed) });
    await model.start(tenant);
    expect(model.run.value?.outcome).toEqual({
      kind: "unanswered",
      problem: "The window was closed.",
    });
  });

  test("reports a part of the panel that fails to load", async () => {
    const { ports } = openModel();
    const { send } = createFakeWorker({ "login.redirect-url": async () => ({ redirectUrl }) });
    const loadRunner = () => Promise.reject(new TypeError("Failed to fetch"));
    const model = new RunModel({ ...runPortOf(ports, send), loadRunner });
    await model.start(tenant);
    expect(model.run.value?.outcome).toMatchObject({ kind: "unanswered" });
    expect(model.isRunning.value).toBe(false);
  });

  test("reports an unreachable worker", async () => {
    const { ports } = openModel();
    const model = new RunModel(runPortOf(ports, createLostWorker()));
    await model.start(tenant);
    expect(model.run.value?.outcome).toMatchObject({
      kind: "unanswered",
      problem: expect.stringContaining("did not respond"),
    });
  });
});

describe("a run at a tenant with a custom domain", () => {
  const customOrigin = origin.replace("localhost", "127.0.0.1");
  const atCustomDomain = { ...tenant, customOrigin };

  test("logs in there, and checks the tokens against that domain", async () => {
    const { model, opened } = openModel();
    await model.start(atCustomDomain);
    expect(opened()).toEqual([expect.stringContaining(`"${customOrigin}/authorize?`)]);
    expect(model.run.value).toMatchObject({
      outcome: {
        kind: "succeeded",
        login: { exchange: { issuer: `${customOrigin}/`, otherIssuers: [`${origin}/`] } },
      },
      checks: expect.arrayContaining([
        expect.objectContaining({ id: "issuer", outcome: "passed" }),
        expect.objectContaining({ id: "signature", outcome: "passed" }),
      ]),
    });
  });
});

describe("a run that is cancelled", () => {
  test.each(["cancel", "forget"] as const)(
    "by %s cancels its login in the worker",
    async (verb) => {
      const late = createLateLogin();
      const cancelled: string[] = [];
      const { model, opened } = openModel({
        "login.open": late.handler,
        "login.cancel": async ({ loginId }) => {
          cancelled.push(loginId);
          return {};
        },
      });
      const running = model.start(tenant);
      await late.asked;
      model[verb]();
      late.comeBack({ redirectedTo: error });
      await running;
      expect(cancelled).toHaveLength(1);
      expect(opened()).toEqual([expect.stringContaining(`"loginId":"${cancelled[0]}"`)]);
    },
  );

  test("before the request for its window opens none", async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<{ redirectUrl: string }>();
    const { model, opened } = openModel({
      "login.redirect-url": () => {
        asked.resolve();
        return answer.promise;
      },
    });
    const running = model.start(tenant);
    await asked.promise;
    model.cancel();
    answer.resolve({ redirectUrl });
    await running;
    expect(opened()).toEqual([]);
    expect(model.run.value?.outcome).toEqual({ kind: "cancelled" });
  });

  test("reaches the next worker if the present one ends at that moment", async () => {
    const late = createLateLogin();
    let attempts = 0;
    const { model } = openModel({
      "login.open": late.handler,
      "login.cancel": async () => {
        attempts += 1;
        if (attempts === 1) throw new Error("The channel closed.");
        return {};
      },
    });
    const running = model.start(tenant);
    await late.asked;
    model.cancel();
    late.comeBack({ redirectedTo: error });
    await running;
    expect(attempts).toBe(2);
  });

  test("discards a late response, with its transcript and its tokens", async () => {
    const late = createLateLogin();
    const { model } = openModel({ "login.open": late.handler });
    const running = model.start(tenant);
    await late.asked;
    model.cancel();
    expect(model.run.value?.outcome).toEqual({ kind: "cancelled" });
    late.comeBack({ redirectedTo: error });
    await running;
    expect(model.run.value?.outcome).toEqual({ kind: "cancelled" });
    expect(model.run.value?.steps.map(({ kind }) => kind)).toEqual(["callback", "departure"]);
  });

  test("permits the next run, which a late response does not affect", async () => {
    const late = createLateLogin();
    let isFirst = true;
    const { model } = openModel({
      "login.open": (request) => {
        if (!isFirst) return Promise.resolve({ redirectedTo: `${redirectUrl}#` });
        isFirst = false;
        return late.handler(request);
      },
    });
    const first = model.start(tenant);
    await late.asked;
    model.cancel();
    await model.start(tenant);
    late.comeBack({ redirectedTo: error });
    await first;
    expect(model.run.value?.outcome).toMatchObject({
      kind: "refused",
      error: { error: "invalid_hash" },
    });
  });

  test("changes nothing if no run is in flight", async () => {
    const { model } = openModel();
    model.cancel();
    expect(model.run.value).toBeUndefined();
    await model.start(tenant);
    model.cancel();
    expect(model.run.value?.outcome?.kind).toBe("succeeded");
  });
});

describe("forgetting", () => {
  test("discards the tokens and the transcript, and keeps the form", async () => {
    const { model } = openModel();
    model.set("scope", "openid");
    await model.start(tenant);
    model.forget();
    expect(model.run.value).toBeUndefined();
    expect(model.values.value["scope"]).toBe("openid");
  });

  test("of a tenant discards its run only, without the secrets of other runs", async () => {
    let forgotten = 0;
    const { model } = openModel({}, { onForget: () => (forgotten += 1) });
    await model.start(tenant);
    model.forgetTenant({ ...tenant, id: "https://other.example" });
    expect(model.run.value?.tenant).toBe(tenant);
    model.forgetTenant(tenant);
    expect(model.run.value).toBeUndefined();
    expect(forgotten).toBe(0);
  });

  test("of a tenant during its run discards the response", async () => {
    const late = createLateLogin();
    const { model } = openModel({ "login.open": late.handler });
    const running = model.start(tenant);
    await late.asked;
    model.forgetTenant(tenant);
    late.comeBack({ redirectedTo: error });
    await running;
    expect(model.run.value).toBeUndefined();
  });

  test("during a run discards its response", async () => {
    const late = createLateLogin();
    const { model } = openModel({ "login.open": late.handler });
    const running = model.start(tenant);
    await late.asked;
    model.forget();
    late.comeBack({ redirectedTo: error });
    await running;
    expect(model.run.value).toBeUndefined();
  });
});
