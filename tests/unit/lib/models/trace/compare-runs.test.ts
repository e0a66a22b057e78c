import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";
import type { KeptRun } from "../../../../../lib/models/runs/kept-runs.ts";
import { listRunExchanges } from "../../../../../lib/models/trace/run-exchanges.ts";
import { TraceModel } from "../../../../../lib/models/trace/trace-model.ts";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import type { Values } from "../../../../../lib/runs/operation.ts";
import { readTraceFile } from "../../../../../lib/trace/file/read-trace-file.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";
import { createTenant } from "../../../../../tenant/app.ts";
import { findOperation, prepare } from "../../../../run-stage/prepare.ts";
import { createSettings, RunStage } from "../../../../run-stage/run-stage.ts";
import { sharedKeys, startTime } from "../../../tenant/open-tenant.ts";
import { createTenantClient } from "../../../tenant/tenant-client.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";
import { listProven } from "../../trace/entries.ts";
import { noPatternWorkers } from "../events/fake-pattern-worker.ts";

const captures = join(import.meta.dirname, "../../../../trace-corpus/captures");
const origin = "http://localhost:4460";

/** A tenant at the addresses of the captured logins. */
function openStage(pageOrigin: string): RunStage {
  const clock = { time: startTime };
  const tenant = createTenant({
    origin,
    demoOrigins: ["http://localhost:4461", "http://localhost:4462"],
    now: () => clock.time,
    keys: sharedKeys,
  });
  const client = createTenantClient(origin, (request) => tenant.fetch(request));
  return new RunStage({ clock, ...client }, createSettings(origin, pageOrigin));
}

/** Runs an operation at the tenant of the captures, after the steps that must precede it. */
async function runOf(
  id: string,
  values: Values = {},
  way: "page" | "extension" = "page",
  pageOrigin = "http://localhost:4461",
): Promise<KeptRun> {
  const stage = openStage(pageOrigin);
  stage.setting = stage.settings[way];
  const operation = findOperation(id);
  const all = { ...(await prepare(stage, operation)), ...values };
  const outcome = await stage.run(operation, all);
  const view = {
    operation,
    tenant: sampleTenant,
    setting: stage.setting,
    values: all,
    startedAt: stage.open.clock.time,
    steps: [...stage.steps.values()],
    outcome,
  };
  return { id: `run of ${id}`, view };
}

/** Opens the last login of a kind of a capture, beside runs. */
async function open(capture: string, given: readonly KeptRun[], kind = "login") {
  const text = await readFile(join(captures, `${capture}.har`), "utf8");
  const file = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  if (!file.ok) throw new Error(file.message);
  const runs = signal(given);
  const read: string[] = [];
  const model = new TraceModel({
    exchanges: signal(file.exchanges),
    navigations: signal([]),
    runs,
    schedule: () => () => undefined,
    ...noPatternWorkers,
    async read(exchanges, navigations) {
      const trace = await readTrace(exchanges, navigations);
      read.push(exchanges[0]?.source ?? "nothing");
      return trace;
    },
  });
  const readings = 1 + given.length;
  await expect.poll(() => read).toHaveLength(readings);
  await expect.poll(() => model.rows.value.length).toBeGreaterThan(0);
  const row = model.rows.value.find(({ flow }) => flow.kind === kind);
  model.open(row?.flow.id ?? "");
  return { model, runs };
}

/** Opens the last login of a kind of a capture, and compares it with a run. */
async function compare(capture: string, run: KeptRun, kind?: string) {
  const { model, runs } = await open(capture, [run], kind);
  await expect.poll(() => model.comparison.runs.value).toHaveLength(1);
  model.comparison.start();
  model.comparison.pick(run.id);
  const result = model.comparison.result.value;
  if (result === undefined) throw new Error("There is no result.");
  const different = result.messages.flatMap(({ title, onlyIn, values }) => [
    ...(onlyIn === undefined ? [] : [`${title} only in ${onlyIn}`]),
    ...values.filter(({ isDifferent }) => isDifferent).map(({ name }) => name),
  ]);
  return { model, runs, result, different };
}

const scope = "openid profile email offline_access";
const first = "http://localhost:4461";
const second = "http://localhost:4462";
const implicit = { responseType: "token id_token" };
const code = { responseType: "code pkce" };
const hybrid = { responseType: "code id_token", responseMode: "form_post" };

describe("a run pairs with the captured login of its kind", () => {
  // The tenant of the run has another key.
  test.each<{
    capture: string;
    kind?: string;
    id: string;
    values: Values;
    page?: string;
    differs: readonly string[];
  }>([
    { capture: "login-pkce", id: "authorize", values: { ...code, scope }, differs: ["kid"] },
    { capture: "login-implicit", id: "authorize", values: implicit, differs: ["kid"] },
    {
      capture: "login-form-post",
      id: "authorize",
      values: hybrid,
      page: second,
      differs: ["kid"],
    },
    {
      capture: "login-implicit",
      id: "popup-authorize",
      values: { ...implicit, redirectUri: `${first}/callback` },
      differs: ["kid", "response_mode"],
    },
    { capture: "embedded-login", id: "login", values: implicit, differs: ["kid"] },
    {
      capture: "renew-implicit",
      kind: "renewal",
      id: "check-session",
      values: { ...implicit, redirectUri: `${first}/callback` },
      differs: ["kid"],
    },
    {
      capture: "renew-pkce",
      kind: "renewal",
      id: "check-session",
      values: { ...code, redirectUri: `${second}/callback` },
      page: second,
      differs: ["kid"],
    },
    { capture: "refresh", kind: "renewal", id: "refresh", values: {}, differs: ["kid"] },
    { capture: "logout-return", kind: "logout", id: "logout", values: {}, differs: [] },
    {
      capture: "signup-and-login",
      kind: "call",
      id: "signup",
      values: { user_metadata: "" },
      differs: ["_id"],
    },
  ])("$id with $capture", async (login) => {
    const run = await runOf(login.id, login.values, "page", login.page);
    const { different } = await compare(login.capture, run, login.kind);
    expect(different).toEqual(login.differs);
  });
});

test.each<[id: string, capture: string, kind: string, values: Values, headline: RegExp]>([
  [
    "authorize",
    "login-pkce",
    "login",
    { ...code, scope: "openid" },
    /^scope \(Authorization request, request\) is openid profile email offline_access in the first/u,
  ],
  [
    "authorize",
    "login-implicit",
    "login",
    { ...implicit, audience: "https://reports.demo.example/" },
    /^audience \(Authorization request, request\) is absent in the first login, and https:/u,
  ],
  [
    "check-session",
    "renew-implicit",
    "renewal",
    { ...code, redirectUri: `${first}/callback` },
    /^response_type \(Authorization request, request\) is token id_token in the first .+ code in/u,
  ],
  [
    "login",
    "embedded-login",
    "login",
    { ...implicit, scope: "openid" },
    /^scope \(Authorization request, request\)/u,
  ],
  [
    "refresh",
    "refresh",
    "renewal",
    { scope: "openid" },
    /^scope \(Token request \(refresh_token\), request\) is absent in the first .+ openid in/u,
  ],
])(
  "%s with another parameter than %s: the headline names it",
  async (id, capture, kind, ...rest) => {
    const [values, headline] = rest;
    const { result } = await compare(capture, await runOf(id, values), kind);
    expect(result.headline).toMatch(headline);
  },
);

test("a callback URL of the extension matters only if the run has no result", async () => {
  const run = await runOf("authorize", { ...implicit, scope: "openid" }, "extension");
  const { result } = await compare("login-implicit", run);
  expect(result.headline).toMatch(/^scope \(/u);
  const { outcome: _outcome, ...view } = run.view;
  const problem = { kind: "unanswered", problem: "Callback URL mismatch." } as const;
  const failed = await compare("login-implicit", { ...run, view: { ...view, outcome: problem } });
  expect(failed.result.headline).toMatch(/^redirect_uri \(Authorization request/u);
});

test("a run whose login never returned differs in its state, not in pages that it cannot see", async () => {
  const run = await runOf("authorize", implicit);
  const [departure] = run.view.steps.filter(({ kind }) => kind === "departure");
  if (departure === undefined) throw new Error("The run did not leave.");
  const { result } = await compare("login-implicit", {
    ...run,
    view: { ...run.view, steps: [departure] },
  });
  expect(result.headline).toBe(
    "state is returned as sent in the first login, and sent, not received in the second.",
  );
});

test("offers only runs of its kind, and of other calls those with its request", async () => {
  const ids = [
    "authorize",
    "refresh",
    "logout",
    "signup",
    "change-password",
    "build-authorize-url",
  ];
  const all = await Promise.all(ids.map((id) => runOf(id)));
  const offered = async (...of: [capture: string, kind: string]) => {
    const { model } = await open(of[0], all, of[1]);
    const count = () => model.comparison.runs.value.length;
    await expect.poll(count).toBeGreaterThan(0);
    return model.comparison.runs.value.map(({ run }) => run.view.operation.id);
  };
  expect(await offered("login-pkce", "login")).toEqual(["authorize", "refresh"]);
  expect(await offered("logout-return", "logout")).toEqual(["logout"]);
  expect(await offered("signup-and-login", "call")).toEqual(["signup"]);
  expect(await offered("change-password", "call")).toEqual(["change-password"]);
});

test("offers no run whose steps cannot be read, and the others nevertheless", async () => {
  const run = await runOf("authorize", implicit);
  const step = { kind: "request", id: 0, at: 1, headers: {}, body: "", method: "get" } as const;
  const steps = [
    { ...step, url: "no URL" },
    { ...step, id: 1, url: "x:" },
  ];
  const hostile = { id: "hostile", view: { ...run.view, steps } };
  const { model } = await open("login-implicit", [hostile, run]);
  await expect
    .poll(() => model.comparison.runs.value.map((each) => each.run.id))
    .toEqual(["run of authorize"]);
});

test("a comparison with a run shows lengths of secrets only", async () => {
  const run = await runOf("login", implicit);
  const { result, model } = await compare("embedded-login", run);
  const shown = JSON.stringify(result);
  const rows = [model.comparison.pair.value?.first.row, model.comparison.pair.value?.second.row];
  const secrets = rows.flatMap((row) =>
    (row?.flow.messages ?? [])
      .flatMap(({ request, response }) => [...request, ...response])
      .filter(([name]) => /^(?:code|state|nonce|login_ticket|.+_token|password)$/u.test(name))
      .map(([, value]) => value),
  );
  expect(secrets.length).toBeGreaterThan(8);
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
});

test("the second side is gone when the run is forgotten", async () => {
  const { model, runs } = await compare("login-implicit", await runOf("authorize", implicit));
  expect(model.comparison.pair.value?.second.run?.id).toBe("run of authorize");
  runs.value = [];
  expect(model.comparison.runs.value).toEqual([]);
  expect(model.comparison.pair.value).toBeUndefined();
});

/** Operations that make no request of a login. */
const withoutFlow = ["build-authorize-url", "cross-origin-verification", "parse-hash"];

test.each(catalogue.map(({ id }) => id))("a run of %s that succeeds reads as one", async (id) => {
  const { view } = await runOf(id);
  const { flows } = await readTrace(listRunExchanges(view.steps));
  expect(view.outcome?.kind).toBe("succeeded");
  expect(flows).toHaveLength(withoutFlow.includes(id) ? 0 : 1);
  expect(flows.filter(({ verdict }) => verdict.state === "failed")).toEqual([]);
  expect(flows.flatMap(({ verdict }) => listProven(verdict))).toEqual([]);
});

test("a run in the page is no login whose code nothing redeems, also after it is forgotten", async () => {
  const run = await runOf("authorize");
  // The extension itself makes the requests for tokens.
  const captured = listRunExchanges(run.view.steps).filter(
    ({ destination }) => destination === "document",
  );
  const runs = signal<readonly KeptRun[]>([]);
  const model = new TraceModel({
    exchanges: signal(captured),
    navigations: signal([]),
    runs,
    schedule: () => () => undefined,
    ...noPatternWorkers,
    read: (exchanges, navigations, _signal, ownStates = new Set()) =>
      readTrace(exchanges, navigations, { now: startTime + 3_600_000, ownStates }),
  });
  const stop = () => model.rows.value[0]?.stop?.sentence;
  const state = () => model.rows.value[0]?.verdict.state;
  await expect.poll(stop).toContain("nothing followed");
  runs.value = [run];
  await expect.poll(state).toBe("clean");
  runs.value = [];
  model.open("another login");
  expect([state(), stop()]).toEqual(["clean", undefined]);
});
