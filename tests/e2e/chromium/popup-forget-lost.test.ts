import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { findViolations } from "../pages/axe.ts";
import { findOverflows } from "../pages/overflow.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { openConnectionsStage, type ConnectionsStage } from "./connections-stage.ts";

const legacy = {
  name: "Legacy",
  subjectTokenType: "urn:acme:legacy-token",
  actionId: demo.actionId,
};
/** Lets the tenant fail every attempt of a request. */
const failing = { status: 500, times: 10, body: "{}" };

let stage: ConnectionsStage;

beforeAll(async () => {
  stage = await openConnectionsStage();
});
beforeEach(() => stage.reset());
afterAll(() => stage?.close());

async function expectSound(): Promise<void> {
  expect(await findOverflows(stage.popup.page)).toEqual([]);
  expect(await findViolations(stage.popup.page)).toEqual([]);
}

test("a lost change that cannot be checked is discarded by choice, also for the next popup", async () => {
  const { popup } = stage;
  await popup.open("workforce");
  await popup.name.fill("staff");
  // Every attempt of the change is applied, and its response is lost.
  await stage.plan({ method: "PATCH", times: 3, cut: 0 });
  expect(await popup.send()).toContain("The response to your change was lost.");
  const { id } = await stage.read("staff");
  await stage.plan({ method: "GET", path: `/connection-profiles/${id}`, ...failing });
  await popup.button("Check profile").click();
  await popup.page.getByRole("alert").waitFor();
  await expectSound();
  await popup.button("Discard").click();
  const row = popup.page.locator(".profile-list .row", { hasText: "staff" });
  await row.waitFor();
  expect(await row.innerText()).not.toContain("outcome unknown");
  await expect
    .poll(() => popup.page.evaluate(() => document.activeElement?.textContent))
    .toContain("staff");
  await stage.reopen();
  await stage.popup.open("staff");
  expect(await stage.popup.name.inputValue()).toBe("staff");
  expect(await stage.popup.outcome.count()).toBe(0);
});

test("a lost creation that cannot be checked is discarded by choice, also for the next popup", async () => {
  const popup = new PopupPage(stage.popup.page);
  await stage.plan({ method: "POST", path: "/token-exchange-profiles", cut: 0 });
  expect(await popup.createExchangeProfile(legacy)).toContain(
    "response to the create request was lost",
  );
  await stage.plan({ method: "GET", path: "/token-exchange-profiles", ...failing });
  await popup.button("Check").click();
  await popup.page.getByRole("alert").waitFor();
  await expectSound();
  await stage.control("DELETE", "/responses");
  await popup.button("Discard").click();
  await popup.rows.getByText(legacy.name, { exact: true }).waitFor();
  await popup.button("New profile").click();
  expect(await popup.field("Subject token type").inputValue()).toBe("");
  await stage.reopen();
  await new PopupPage(stage.popup.page).button("New profile").waitFor();
});
