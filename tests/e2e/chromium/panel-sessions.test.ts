import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOperation } from "../../run-stage/prepare.ts";
import { PanelStage } from "../pages/panel-stage.ts";

// Each test proves rows of the interface description through the form of the panel.

let panel: PanelStage;

beforeAll(async () => {
  panel = await PanelStage.open();
});
afterAll(() => panel?.close());

describe("a silent renewal", () => {
  test(
    "gets new tokens in a hidden frame without leaving the page, and runs the tenant's rule",
    {
      tags: [
        "library.check-session.new-tokens",
        "library.check-session.iframe",
        "library.check-session.rules",
      ],
    },
    async () => {
      const { firstPage } = panel.session.chromium;
      const { outcome, result, stage } = await panel.runPrepared("check-session", {}, "page");
      expect(outcome).toContain("checkSession returned.");
      expect(result).toContain("accessToken");
      expect(result).toContain("idToken");
      expect((await panel.run.steps()).join()).toContain("in a hidden frame");
      expect(firstPage.url()).toBe(`${stage.setting.pageOrigin}/`);
      // Once for the login that precedes the renewal.
      expect(await stage.open.control("GET", "rules")).toMatchObject({ rules: [{ runs: 2 }] });
    },
  );

  test(
    "takes any parameter, for another API too, and the rest from the initialization",
    { tags: ["library.check-session.defaults", "library.check-session.other-api"] },
    async () => {
      const api = { audience: "https://reports.demo.example/", scope: "openid read:reports" };
      await panel.run.choose("Silent renewal");
      await panel.run.enter({ "Additional parameters": "ui_locales=fr" });
      const { outcome, result, stage, log } = await panel.runPrepared("check-session", api);
      expect(outcome).toContain("checkSession returned.");
      expect(result).toContain("read:reports");
      expect(log.find(({ path }) => path === "/authorize")?.["query"]).toEqual(
        expect.arrayContaining([
          ...Object.entries(api),
          ["ui_locales", "fr"],
          ["client_id", stage.setting.clientId],
          ["redirect_uri", stage.setting.messageUri],
        ]),
      );
      await panel.run.enter({ "Additional parameters": "" });
    },
  );

  test(
    "compares a given nonce with that of the ID token",
    { tags: ["library.check-session.nonce"] },
    async () => {
      const { outcome, result } = await panel.runPrepared("check-session", { nonce: "nonce-1" });
      expect(outcome).toContain("checkSession returned.");
      expect(result).toMatch(/The token belongs to the login request\.\s+expected\s+nonce-1/);
    },
  );
});

describe("a logout", () => {
  test(
    "returns to a URL in the list of the application that the form names",
    {
      tags: [
        "library.logout.return-to",
        "library.logout.client-id",
        "library.logout.application-list",
      ],
    },
    async () => {
      const { stage, outcome } = await panel.runPrepared("logout");
      expect(outcome).toContain("Logged out.");
      expect((await panel.run.steps()).at(-1)).toBe("Return to the callback URL");
      await stage.open.control("PATCH", "clients/demo-spa", { allowed_logout_urls: [] });
      const operation = findOperation("logout");
      const ofAnother = { clientID: "demo-partner" };
      expect(await panel.perform(stage, operation, ofAnother)).toContain("Logged out.");
      expect(await panel.perform(stage, operation, {})).toContain("returnTo is not allowed");
    },
  );

  test(
    "returns to a URL in the list of the tenant if it names no application",
    { tags: ["library.logout.account-list"] },
    async () => {
      const account = { list: "account" };
      const { outcome, log } = await panel.runPrepared("logout", account, "page");
      expect(outcome).toContain("Logged out.");
      const request = { path: "/v2/logout", query: [["returnTo", "(hidden)"]] };
      expect(log).toContainEqual(expect.objectContaining(request));
      const refused = await panel.runPrepared("logout", account);
      expect(refused.outcome).toContain("returnTo is not allowed");
    },
  );
});
