import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { demo } from "../../launch/demo.ts";
import { FirefoxOptions } from "../pages/firefox-options.ts";
import {
  allowPrivateWindows,
  openPrivatePage,
  type FirefoxPrivatePage,
} from "../pages/firefox-private-window.ts";
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
