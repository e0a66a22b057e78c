import { afterAll, beforeAll, expect, test } from "vitest";
import { waitFor } from "../../launch/wait-for.ts";
import { PanelPage } from "../pages/panel-page.ts";
import { bringForward, openSurfaceStage, type SurfaceStage } from "./surface-stage.ts";

let stage: SurfaceStage;

beforeAll(async () => {
  stage = await openSurfaceStage();
  await bringForward(stage, "panel");
  await new PanelPage(stage.panel).openTab("Tokens");
});
afterAll(() => stage?.close());

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const write = (alg: string) =>
  `${encode({ alg, kid: "no-such-key" })}.${encode({ sub: "ada", nonce: "n-1" })}.c2lnbmF0dXJl`;
const section = () => stage.panel.locator("details.library-check");
const expectAnswer = (words: string) =>
  waitFor(async () => (await section().innerText()).includes(words), {
    what: `the library to say “${words}”`,
  });

test("the library in the panel reports its own error, with the keys of the entered domain", async () => {
  const field = (name: string) => section().getByRole("textbox", { name });
  const { keyboard } = stage.devtools;
  await stage.panel.getByRole("textbox", { name: "Token", exact: true }).fill(write("HS256"));
  await section().locator("summary").focus();
  await keyboard.press("Enter");
  await expectAnswer("Select a tenant, or enter the domain");
  await section().getByRole("combobox", { name: "Application" }).fill("demo-spa");
  await field("Domain").fill(stage.tenant.origin);
  await keyboard.press("Enter");
  await expectAnswer('Signature algorithm of "HS256" is not supported.');
  await stage.panel.getByRole("textbox", { name: "Token", exact: true }).fill(write("RS256"));
  await expectAnswer('kid is "no-such-key"');
  expect(await stage.panel.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
