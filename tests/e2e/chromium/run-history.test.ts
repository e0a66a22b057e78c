import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import type { RunRecord } from "../../../lib/messages/run-record.ts";
import { startTenant } from "../../../tenant/serve.ts";
import { builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import type { ChromiumPanel } from "../pages/chromium-devtools.ts";
import { readFocus } from "../pages/focus.ts";
import { RunPage } from "../pages/run-page.ts";
import { SavedRunsPage } from "../pages/saved-runs-page.ts";
import { callWorker } from "../pages/call-worker.ts";

let session: InspectorSession;
let panel: ChromiumPanel;
let run: RunPage;
let saved: SavedRunsPage;

async function openPanel(): Promise<void> {
  panel = await openDemoPanel(session);
  run = new RunPage(panel.frame);
  saved = new SavedRunsPage(panel.frame);
}

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  await openPanel();
});
beforeEach(async () => {
  const section = await saved.open("History");
  const removeAll = section.getByRole("button", { name: "Remove all" });
  if ((await removeAll.count()) > 0) await removeAll.click();
  await saved.expectRows("History", 0);
});
afterAll(() => session?.close());

async function buildUrl(audience: string): Promise<void> {
  await run.choose("Authorization URL");
  await run.enter({
    State: "my-state",
    Nonce: "my-nonce",
    "Response type": "token id_token",
    Audience: audience,
  });
  await run.start();
  expect(await run.result()).toContain(encodeURIComponent(audience));
}

/** Returns a recorded run of the tenant, as the panel sends it to the worker. */
function makeRun(id: string, startedAt: number): RunRecord {
  return {
    id,
    tenantId: session.tenant.origin,
    operation: "build-authorize-url",
    way: "extension",
    values: { audience: `https://${id}.example/` },
    parameters: [],
    order: [],
    lacks: [],
    verdict: { kind: "succeeded" },
    startedAt,
    ms: 1,
  };
}

test("lists each run with its verdict, time, duration and place, the newest first", async () => {
  await buildUrl("https://one.example/");
  await run.choose("Client credentials");
  await run.enter({
    "Client ID": demo.managementClientId,
    "Client secret": "wrong-secret",
    Audience: `${session.tenant.origin}/api/v2/`,
  });
  await run.start();
  expect(await run.outcome()).toContain("invalid_client");
  const [refused, succeeded] = await saved.rows("History");
  expect(refused).toMatch(
    /^Client credentials ✕ Refused: invalid_client .*\d+ (ms|s), in the extension$/,
  );
  expect(succeeded).toMatch(/^Authorization URL ✓ Succeeded .*\d+ (ms|s), in the extension$/);
});

test("runs a run again, and edits and runs it", async () => {
  await buildUrl("https://one.example/");
  await run.choose("Signup");
  await saved.pressNewest("Run again");
  await saved.expectRows("History", 2);
  expect(await run.result()).toContain(encodeURIComponent("https://one.example/"));
  await saved.pressNewest("Edit");
  expect((await readFocus(panel.frame)).name).toBe("button Build the URL");
  await run.enter({ Audience: "https://edited.example/" });
  await run.start();
  await saved.expectRows("History", 3);
  expect(await run.result()).toContain(encodeURIComponent("https://edited.example/"));
});

test("keeps the secrets of a run until they are forgotten, and then asks for them", async () => {
  await run.choose("Client credentials");
  await run.enter({
    "Client ID": demo.managementClientId,
    "Client secret": demo.managementClientSecret,
    Audience: `${session.tenant.origin}/api/v2/`,
  });
  await run.start();
  expect(await run.outcome()).toContain("The request returned.");
  await saved.pressNewest("Run again");
  expect(await run.outcome()).toContain("The request returned.");
  await saved.expectRows("History", 2);
  const stored = await callWorker(session.options.page, "run.list", {});
  expect(JSON.stringify(stored)).toContain(demo.managementClientId);
  expect(JSON.stringify(stored)).not.toContain(demo.managementClientSecret);
  await panel.frame.getByRole("button", { name: "Forget this run" }).click();
  const history = await saved.open("History");
  expect(await history.getByText("Enter again: Client secret.").count()).toBe(2);
  expect(await history.getByRole("button", { name: /^Run again/ }).count()).toBe(0);
});

test("removes a run and all runs, and restores them by Undo", async () => {
  await buildUrl("https://one.example/");
  await buildUrl("https://two.example/");
  await saved.pressNewest("Remove");
  await saved.notice("History", "1 run was removed.");
  await saved.expectRows("History", 1);
  await panel.devtools.keyboard.press("Enter");
  await saved.expectRows("History", 2);
  expect((await readFocus(panel.frame)).name).toBe("button Run again: Authorization URL");
  const history = await saved.open("History");
  await history.getByRole("button", { name: "Remove all" }).click();
  await saved.notice("History", "2 runs were removed.");
  expect(await history.innerText()).toContain("No runs in this browser session.");
  await history.getByRole("button", { name: "Undo" }).click();
  await saved.expectRows("History", 2);
});

test("keeps the last 100 runs", async () => {
  const before = Date.now() - 1_000_000;
  for (let at = 0; at < 99; at += 1) {
    await callWorker(session.options.page, "run.record", {
      run: makeRun(`run-${at}`, before + at),
    });
  }
  await panel.frame.evaluate(() => location.reload());
  await buildUrl("https://newest.example/");
  await saved.expectRows("History", 100);
  await saved.pressNewest("Run again");
  await saved.expectRows("History", 100);
  const stored = z
    .object({ runs: z.array(z.object({ id: z.string() })) })
    .parse(await callWorker(session.options.page, "run.list", {}));
  expect(stored.runs).toHaveLength(100);
  expect(stored.runs.map(({ id }) => id)).not.toContain("run-0");
  expect(stored.runs.map(({ id }) => id)).toContain("run-1");
});

test("continues a passwordless login after the panel was closed and opened", async () => {
  const control = new TenantControl(session.tenant.origin);
  await run.choose("Passwordless start");
  await run.enter({ Connection: "email", Email: demo.user.email, Send: "code" });
  await run.start();
  expect(await run.outcome()).toContain("passwordlessStart returned.");
  await panel.devtools.close();
  await openPanel();
  await run.choose("Passwordless login");
  const email = run.form().getByLabel("Email", { exact: true });
  expect(await email.inputValue()).toBe(demo.user.email);
  expect((await saved.rows("History"))[0]).toMatch(/^Passwordless start ✓ Succeeded/);
  const code = (await control.mail(demo.user.email)).at(-1)?.code ?? "";
  await run.enter({ Code: code });
  await run.start();
  expect(await run.outcome()).toContain("Logged in.");
  // A second start for another recipient replaces the recipient of the edited form.
  await run.choose("Passwordless start");
  await run.enter({ Email: demo.secondUser.email });
  await run.start();
  expect(await run.outcome()).toContain("passwordlessStart returned.");
  await run.choose("Passwordless login");
  expect(await email.inputValue()).toBe(demo.secondUser.email);
  expect(await run.form().getByLabel("Code", { exact: true }).inputValue()).toBe("");
});

test("ends with the browser session, and the presets stay", async () => {
  const profile = await makeTemporaryFolder("history");
  const tenant = await startTenant({ port: 0, demoPort: 0 });
  onTestFinished(async () => {
    await tenant.stop();
    await profile.remove();
  });
  const tenantId = tenant.origin;
  const open = async () => {
    const extensionDir = builtExtension.chromium;
    const opened = await openChromium({ extensionDir, headless: true, profileDir: profile.path });
    onTestFinished(() => opened.close());
    return { opened, page: await opened.extensionPage("options.html") };
  };
  const first = await open();
  const details = { clientId: demo.clientId, colour: "none", isReadOnly: false } as const;
  await callWorker(first.page, "tenant.save", { ...details, name: "local", origin: tenantId });
  const { id, operation, way, values } = makeRun("kept", 0);
  const preset = { id, name: "Kept", operation, way, values, parameters: [], order: [] };
  await callWorker(first.page, "preset.save", { tenantId, presets: [preset] });
  await callWorker(first.page, "run.record", { run: { ...makeRun("gone", 0), tenantId } });
  expect(JSON.stringify(await callWorker(first.page, "run.list", {}))).toContain("gone");
  await first.opened.close();
  const second = await open();
  expect(await callWorker(second.page, "run.list", {})).toEqual({ runs: [] });
  const { presets } = z
    .object({ presets: z.array(z.looseObject({ name: z.string() })) })
    .parse(await callWorker(second.page, "preset.list", { tenantId }));
  expect(presets.map(({ name }) => name)).toEqual(["Kept"]);
});
