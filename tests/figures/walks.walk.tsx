import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { RunTab } from "../../components/panel/run/RunTab.tsx";
import { ConnectionProfiles } from "../../components/popup/connections/ConnectionProfiles.tsx";
import type { Tenant } from "../../lib/messages/tenant.ts";
import { ConnectionProfilesModel } from "../../lib/models/connections/connection-profiles-model.ts";
import { performRun } from "../../lib/models/runs/perform-run.ts";
import { RunStage } from "../run-stage/run-stage.ts";
import { openActivity } from "../unit/components/fake-worker.ts";
import { createRunModels } from "../unit/components/panel/run/create-run-model.ts";
import { refused, showTab } from "../unit/components/panel/trace/show-trace.tsx";
import { showSince } from "../unit/components/popup/show-since.tsx";
import {
  click,
  findButton,
  findField,
  show,
  submit,
  type,
  words,
} from "../unit/components/show.ts";
import { codeLogin } from "../unit/lib/trace/join/logins.ts";
import { createFakeTabs } from "../unit/lib/worker/fake-login-browser.ts";
import { openWorker } from "../unit/lib/worker/inspector-harness.ts";
import { measureWalk, printWalk } from "./measure-walk.ts";

const select = (tenant: Tenant) => signal<Tenant | undefined>(tenant);

// The first time of each action is not measured: it also loads and compiles.

test("a frame of the event stream becomes a number on the badge", async ({ task }) => {
  const worker = openWorker();
  await worker.setUp();
  const receive = async (count: string) => {
    const id = await worker.createUser(`user-${count}@walk.example`);
    await worker.until(() => worker.storedIds().includes(id));
    worker.clock.advance(1_000);
    await worker.until(() => worker.shown.at(-1)?.text === count);
  };
  await receive("1");
  const walk = await measureWalk(() => receive("2"));
  printWalk(task.name, walk);
  expect(worker.shown.at(-1)?.text).toBe("2");
});

test("a changed field in the popup becomes a PATCH", async ({ task }) => {
  const worker = openWorker();
  const saved = await worker.setUp();
  const model = new ConnectionProfilesModel({
    send: worker.send,
    tenant: select(saved),
    now: () => worker.clock.now(),
    confirm: { request: async () => ({}) },
    drafts: { read: async () => [], write: async () => {}, remove: async () => {} },
  });
  const place = await show(<ConnectionProfiles model={model} Since={showSince} />);
  await expect.poll(() => place.querySelector("button.row")).not.toBeNull();
  const [row] = place.querySelectorAll<HTMLElement>("button.row");
  if (row === undefined) throw new Error("The tenant has no connection profile.");
  await click(row);
  const change = async (template: string) => {
    await type(findField(place, "Connection name prefix template"), template);
    await click(findButton(place, "Review changes"));
    await expect.poll(() => words(place)).toContain("Send changes");
    await click(findButton(place, "Send changes"));
    await expect.poll(() => words(place)).toContain("Connection profile updated.");
  };
  await change("a-{org_name}");
  const walk = await measureWalk(() => change("b-{org_name}"));
  printWalk(task.name, walk);
  expect(worker.sent.at(-1)?.method).toBe("PATCH");
});

test("a click on “Log in” becomes tokens on the screen", async ({ task }) => {
  const stage = new RunStage();
  const tabs = createFakeTabs();
  const worker = openWorker({
    login: {
      ...tabs.browser,
      async openTab(url, name) {
        const id = await tabs.browser.openTab(url, name);
        const end = await stage.browse(url);
        if (!("url" in end)) throw new Error(end.problem);
        setTimeout(() => tabs.state.lead(id, end.url));
        return id;
      },
    },
  });
  const saved = await worker.setUp();
  const port = {
    send: worker.send,
    clock: { now: () => stage.open.clock.time, after: () => () => undefined },
    crypto,
    readHtml: (html: string) => html,
    fetch: (url: string, init: RequestInit) => stage.open.sendWithoutCookies(url, init),
    page: {},
  };
  const { activity } = openActivity();
  const models = createRunModels(worker.send, select(saved), {
    loadRunner: async () => (tenantId, run, context) => performRun(tenantId, run, port, context),
  });
  models.run.set("responseType", "code pkce");
  const unused = () => {
    throw new Error("The walk does not use this.");
  };
  const place = await show(
    <RunTab
      activity={activity}
      models={models}
      onInspect={unused}
      onShowSince={unused}
      onReload={unused}
    />,
  );
  const logIn = async () => {
    await submit(place);
    await expect.poll(() => words(place)).toContain("checks passed");
  };
  await logIn();
  const walk = await measureWalk(logIn);
  printWalk(task.name, walk);
  expect(words(place)).toContain("Logged in.");
});

test("requests of a failed login become its verdict in Trace", async ({ task }) => {
  const { place, report } = await showTab(
    codeLogin({ at: 0, client: "shop", state: "s1", code: "c1" }),
  );
  const walk = await measureWalk(() => report(...refused));
  printWalk(task.name, walk);
  expect(words(place)).toContain("1 failed");
});
