import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { RunPage } from "../pages/run-page.ts";

let session: InspectorSession;
let run: RunPage;
let control: TenantControl;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  control = new TenantControl(session.tenant.origin);
  run = new RunPage((await openDemoPanel(session)).frame);
});
afterAll(() => session?.close());

let seeded: { callbacks: readonly string[]; web_origins: readonly string[] };
beforeAll(() => {
  const client = session.tenant.describe().clients.find((one) => one.client_id === demo.clientId);
  if (client === undefined) throw new Error("The tenant has no demo application.");
  const { callbacks, web_origins } = client;
  seeded = { callbacks, web_origins };
});
beforeEach(() => control.changeClient(demo.clientId, seeded));

/** Asks the tenant about the addresses of the form; returns the list with the answers. */
async function check(): Promise<string> {
  await run
    .form()
    .getByRole("button", { name: /^Check/ })
    .click();
  const list = run.form().locator(".allowances");
  await waitFor(async () => /accepts it|Not allowed|Not known/.test(await list.innerText()), {
    what: "the tenant's answer about the addresses",
  });
  return await list.innerText();
}

test("a callback URL that is not allowed is named before the run, until it is allowed", async () => {
  await run.choose("Login with redirect");
  const url = "https://app.example/callback";
  await run.enter({ "Callback URL": url });
  expect(await check()).toContain(
    "Not allowed. The tenant rejects it (400). Add it to the allowed callback URLs, or correct the client ID.",
  );
  await control.changeClient(demo.clientId, { callbacks: [url] });
  const answered = run.form().getByText("The tenant accepts it.");
  await run.form().getByRole("button", { name: "Check again" }).click();
  await answered.waitFor();
});

test.each([
  ["in the extension", "extension"],
  ["in the inspected page", "page"],
] as const)("%s, an origin that is not allowed is named before a renewal", async (_where, way) => {
  await run.choose("Silent renewal", way);
  await control.changeClient(demo.clientId, { web_origins: [] });
  const answers = await check();
  expect(answers).toContain("The tenant accepts it.");
  expect(answers).toContain(
    "Not allowed. The tenant rejects it (403). Add it to the allowed web origins.",
  );
});

test("the extension's own origin is known to be allowed before a login with a password", async () => {
  await run.choose("Login with a password");
  const answers = await check();
  expect(answers.match(/The tenant accepts it\./g)).toHaveLength(2);
});

test("a logout URL that is not allowed is named before the logout", async () => {
  await run.choose("Logout");
  await run.enter({ "Return URL": "https://elsewhere.example/" });
  expect(await check()).toContain("Add it to the application's allowed logout URLs.");
});
