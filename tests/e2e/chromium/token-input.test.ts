import { afterAll, beforeAll, expect, test } from "vitest";
import { readFocus } from "../pages/focus.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { bringForward, openSurfaceStage, type SurfaceStage } from "./surface-stage.ts";

let stage: SurfaceStage;
let panel: PanelPage;

beforeAll(async () => {
  stage = await openSurfaceStage();
  await bringForward(stage, "panel");
  panel = new PanelPage(stage.panel);
  await panel.openTab("Tokens");
});
afterAll(() => stage?.close());

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const write = (sub: string) => `${encode({ alg: "RS256" })}.${encode({ sub })}.c2lnbmF0dXJl`;
/** Presses Tab until the element with this name has the focus. */
async function tabTo(name: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 80) {
    await stage.devtools.keyboard.press(key);
    const focus = (await readFocus(stage.panel))?.name ?? "nothing";
    if (focus === name) return;
    passed.push(focus.slice(0, 40));
  }
  throw new Error(`Tab does not reach ${name}: ${passed.join(", ")}`);
}

const field = () => stage.panel.getByRole("textbox", { name: "Token" });

test("each token of a pasted cURL command and its response is reached with the keyboard alone", async () => {
  const { keyboard } = stage.devtools;
  await field().focus();
  await keyboard.insertText(
    `curl https://api.example/me -H 'authorization: Bearer ${write("ada")}'\n` +
      JSON.stringify({ id_token: write("bob"), refresh_token: "opaque-refresh-token-1" }),
  );
  await stage.panel.getByText("3 tokens in the text").waitFor();
  expect(await panel.tokenReport()).toContain('"ada"');
  await keyboard.press("Tab");
  await keyboard.press("ArrowDown");
  await stage.panel.locator(".token-report").getByText('"bob"').waitFor();
  await keyboard.press("ArrowDown");
  await stage.panel.getByText("Only the tenant can read it.").waitFor();
  expect(await stage.panel.locator(".token-choice").innerText()).toContain(
    "3. refresh_token: Refresh token",
  );
  await tabTo("button Forget token");
  await keyboard.press("Enter");
  expect(await stage.panel.locator(".token-choice").count()).toBe(0);
  expect((await readFocus(stage.panel))?.name).toBe("textarea Token");
});

test("two tokens are read, compared, verified with a pasted key and forgotten with the keyboard alone", async () => {
  const { keyboard } = stage.devtools;
  const report = stage.panel.locator(".token-report");
  await field().focus();
  await keyboard.insertText(JSON.stringify({ id_token: write("ada"), access_token: write("bob") }));
  await tabTo("button Compare the two tokens");
  await keyboard.press("Enter");
  await stage.panel.getByText("Kept: ID token").waitFor();
  await tabTo("summary Keys: none");
  await keyboard.press("Enter");
  await tabTo("textarea Public key or secret");
  await keyboard.insertText("a-secret-of-the-application");
  await tabTo("button JSON");
  await keyboard.press("Enter");
  await report.getByRole("tree", { name: "Claims as JSON" }).waitFor();
  await report.getByText('The second token is about another subject: sub is "bob"').waitFor();
  await tabTo("button Forget token and keys", "Shift+Tab");
  await keyboard.press("Enter");
  await report.getByText("Paste a token").waitFor();
  expect(await stage.panel.getByText("Kept:").count()).toBe(0);
});

test("a text that was pasted and forgotten is in no storage of the extension", async () => {
  const marker = "planted-opaque-token-81c2";
  await field().fill(`access_token=${marker}&refresh_token=other-${marker}`);
  await stage.panel.getByText("2 tokens in the text").waitFor();
  const read = () =>
    stage.panel.evaluate(`Promise.all([chrome.storage.local.get(), chrome.storage.session.get()])
      .then((areas) => JSON.stringify([...areas, { ...localStorage }, { ...sessionStorage }]))`);
  expect(await read()).not.toContain(marker);
  await stage.panel.evaluate(`chrome.storage.session.set({ control: "${marker}" })`);
  expect(await read()).toContain(marker);
  await stage.panel.evaluate(`chrome.storage.session.remove("control")`);
});
