import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { demo } from "../../launch/demo.ts";
import { FirefoxOptions } from "../pages/firefox-options.ts";
import { FirefoxInspectorPanel } from "../pages/firefox-panel.ts";
import {
  allowPrivateWindows,
  openPrivatePage,
  openPrivateTab,
  type FirefoxPrivatePage,
} from "../pages/firefox-private-window.ts";
import { waitForWords } from "../pages/firefox-surface.ts";
import { openInspectorToolbox } from "../pages/firefox-toolbox.ts";
import { openFirefoxSession, type FirefoxSession } from "./firefox-session.ts";

let session: FirefoxSession;
let page: FirefoxPrivatePage;
/** A page in a regular window, which can read the storage. */
let ordinary: FirefoxOptions;

beforeAll(async () => {
  session = await openFirefoxSession();
  await allowPrivateWindows(session.firefox);
  ordinary = await FirefoxOptions.open(session.firefox);
  const { origin } = session.tenant;
  await ordinary.saveTenant({ domain: origin, clientId: demo.clientId, name: demo.tenantName });
  page = await openPrivatePage(session.firefox, "options.html");
});
afterAll(async () => {
  await page?.close();
  await session?.close();
});

const answerSchema = z.object({
  ok: z.boolean(),
  error: z.optional(z.object({ code: z.string() })),
});

/** Sends a command from the private page to the worker, without the checks of the page itself. */
async function send(command: string, request: unknown) {
  const message = JSON.stringify({ command, request });
  return answerSchema.parse(await page.evaluate(`() => browser.runtime.sendMessage(${message})`));
}

const readDevice = async () =>
  z.string().parse(
    await ordinary.page.evaluate(
      // The page's main world, which has the extension's APIs.
      "browser.storage.local.get().then((stored) => JSON.stringify(stored))",
    ),
  );

const details = () => ({
  name: "planted",
  origin: session.tenant.origin,
  clientId: "planted",
  colour: "none",
  isReadOnly: false,
});
const credential = {
  kind: "client_credentials",
  clientId: demo.managementClientId,
  clientSecret: demo.managementClientSecret,
};

test("the options page in a private window shows that nothing is stored from there", async () => {
  await expect.poll(() => page.text()).toContain("This private window stores nothing");
});

test.each([
  ["tenant.save", () => details()],
  ["tenant.select", () => ({ tenantId: session.tenant.origin })],
  [
    "credential.save",
    () => ({ tenantId: session.tenant.origin, credential, remembering: "device" }),
  ],
])("rejects %s from a private window, and stores nothing", async (command, request) => {
  const before = await readDevice();
  expect(await send(command, request())).toMatchObject({
    ok: false,
    error: { code: "private-window" },
  });
  expect(await readDevice()).toBe(before);
});

test("keeps a credential from a private window only in memory", async () => {
  const request = { tenantId: session.tenant.origin, credential, remembering: "session" };
  expect(await send("credential.save", request)).toMatchObject({ ok: true });
  expect(await readDevice()).not.toMatch(/sealedCredentials|demo-management-secret/);
});

test("accepts from a regular window the commands that it rejects from a private window", async () => {
  const message = JSON.stringify({ command: "tenant.save", request: details() });
  const answer = await ordinary.page.evaluate(`browser.runtime.sendMessage(${message})`);
  expect(answerSchema.parse(answer).ok).toBe(true);
  expect(await readDevice()).toContain("planted");
});

test("the panel in a private window lists none of the tokens of regular windows", async () => {
  const { firefox, tenant } = session;
  const seen = {
    id: "seen-1",
    token: "token-of-a-regular-window",
    role: "access",
    tenantId: tenant.origin,
    group: "group-1",
    source: { kind: "run", title: "Login with popup" },
    seenAt: 1,
  };
  const message = JSON.stringify({ command: "seen-token.add", request: { tokens: [seen] } });
  const answer = await ordinary.page.evaluate(`browser.runtime.sendMessage(${message})`);
  expect(answerSchema.parse(answer).ok).toBe(true);

  const url = `${tenant.demoOrigins[0]}/?private`;
  await openPrivateTab(firefox, url);
  const panel = await openInspectorToolbox(firefox, url);
  await new FirefoxInspectorPanel(panel).openTab("Tokens");
  await waitForWords(panel, ".token-report", "Paste a token");
  // In a narrow panel, the list is closed at first.
  await panel.evaluate(() => document.querySelector(".seen-tokens")?.setAttribute("open", ""));
  const list = await waitForWords(panel, ".seen-tokens", "This window is private");
  expect(list).toContain("No tokens seen in this panel.");
});
