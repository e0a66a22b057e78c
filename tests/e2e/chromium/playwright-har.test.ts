import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTraceFile } from "../../../lib/trace/file/read-trace-file.ts";
import { readTrace } from "../../../lib/trace/read-trace.ts";
import { demo } from "../../launch/demo.ts";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";
import { DemoPage } from "../pages/demo-page.ts";
import { logIn } from "../pages/login-window.ts";
import { openDemoSession, type DemoSession } from "./demo-session.ts";

let session: DemoSession;

beforeAll(async () => {
  session = await openDemoSession();
});
afterAll(async () => {
  await session?.close();
});

/** Logs in to the demo web app while Playwright records a HAR file, and reads that file. */
async function recordLogin(button: string, client: string) {
  const folder = await makeTemporaryFolder("har");
  try {
    const path = join(folder.path, "login.har");
    const browser = session.chromium.context.browser();
    const context = await browser?.newContext({ recordHar: { path } });
    if (context === undefined) throw new Error("The browser has ended.");
    const tab = await context.newPage();
    await tab.goto(`${session.tenant.demoOrigins[0]}/`);
    const page = new DemoPage(tab);
    await page.chooseClient(client);
    await page.press(button);
    await tab.waitForURL(`${session.tenant.origin}/**`);
    await logIn(tab, demo.user);
    await tab.waitForURL(`${session.tenant.demoOrigins[0]}/`);
    await page.readResult("Login");
    // Playwright writes the file now.
    await context.close();
    const text = await readFile(path, "utf8");
    const signal = new AbortController().signal;
    const file = await readTraceFile(text, () => Promise.resolve(), signal);
    if (!file.ok) throw new Error(file.message);
    return await readTrace(file.exchanges);
  } finally {
    await folder.remove();
  }
}

test.each([
  { button: "Log in", client: "demo-spa", top: [] },
  { button: "Log in with PKCE", client: "demo-spa", top: [] },
  { button: "Log in", client: "demo-hs256, HS256", top: ["The ID token is signed with HS256"] },
])("$button as $client in a HAR file of Playwright", async ({ button, client, top }) => {
  const { flows } = await recordLogin(button, client);
  expect(flows).toMatchObject([{ flow: { kind: "login", phase: "complete" } }]);
  const causes = flows.flatMap(({ verdict }) =>
    verdict.findings.filter(({ rank }) => rank !== "advice"),
  );
  expect(causes.map(({ title }) => title)).toEqual(top);
});
