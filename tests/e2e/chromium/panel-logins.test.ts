import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TenantControl } from "../../launch/tenant-control.ts";
import { crossOriginCookieName } from "../../../tenant/authentication/embedded/co-authenticate.ts";
import { authorizePath } from "../../unit/tenant/open-tenant.ts";
import { findOperation, readMail } from "../../run-stage/prepare.ts";
import { PanelStage } from "../pages/panel-stage.ts";

// Each test proves rows of the interface description through the form of the panel.

const email = "ada@example.com";
const reports = "https://reports.demo.example/";
const bothRecipients = { email, phoneNumber: "+491701234567" };

let panel: PanelStage;

beforeAll(async () => {
  panel = await PanelStage.open();
});
afterAll(() => panel?.close());

describe("a login in a popup", () => {
  test(
    "sends the options of a redirect, and gets its result from popup.callback() of the page",
    { tags: ["library.popup.same-options", "library.popup.callback"] },
    async () => {
      const options = {
        audience: reports,
        scope: "openid email read:reports",
        connection: "Username-Password-Authentication",
        prompt: "login",
      };
      const own = { ...options, responseType: "token id_token", state: "state-1", nonce: "n-1" };
      const { outcome, log } = await panel.runPrepared("popup-authorize", own);
      expect(outcome).toContain("Logged in.");
      const query = log.find(({ path }) => path === "/authorize")?.["query"];
      expect(query).toEqual(
        expect.arrayContaining([
          ...Object.entries(options),
          ["response_type", "token id_token"],
          ["redirect_uri", expect.stringMatching(/\/popup$/)],
          ["state", "(hidden)"],
          ["nonce", "(hidden)"],
        ]),
      );
    },
  );

  test(
    "gets no response for a callback URL that is not allowed",
    { tags: ["library.popup.allowed-callback"] },
    async () => {
      const redirectUri = `${panel.session.tenant.demoOrigins[0]}/elsewhere`;
      const { outcome, log } = await panel.runPrepared("popup-authorize", { redirectUri });
      expect(outcome).toContain("authorize failed: popup_closed");
      expect(log).toContainEqual(expect.objectContaining({ path: "/authorize", status: 400 }));
    },
  );

  test(
    "never starts without a callback URL: an empty field stands for the URL of the page",
    { tags: ["library.popup.redirect-uri-required"] },
    async () => {
      const { chromium, tenant } = panel.session;
      const stage = await panel.reset();
      stage.setting = stage.settings.page;
      const popupUrl = `${tenant.demoOrigins[0]}/popup`;
      await chromium.firstPage.goto(popupUrl);
      const control = new TenantControl(tenant.origin);
      const after = await control.logEnd();
      const values = { redirectUri: "", prompt: "login" };
      const operation = findOperation("popup-authorize");
      expect(await panel.perform(stage, operation, values)).toContain("Logged in.");
      const log = await control.log(after);
      const query = log.find(({ path }) => path === "/authorize")?.["query"];
      expect(query).toContainEqual(["redirect_uri", popupUrl]);
    },
  );

  test(
    "is refused if the inspected page is a hosted login page",
    { tags: ["library.popup.not-hosted"] },
    async () => {
      const { chromium, tenant } = panel.session;
      await panel.reset();
      const redirectUri = `${tenant.demoOrigins[0]}/callback`;
      const path = authorizePath({ redirect_uri: redirectUri });
      await chromium.firstPage.goto(`${tenant.origin}${path}`);
      await panel.run.choose("Login in a popup", "page");
      await panel.run.enter({ "Callback URL": "" });
      await panel.run.start();
      await panel.run.pressInPage(chromium.firstPage);
      expect(await panel.run.outcome()).toContain(
        "popup.authorize does not work in a hosted login page.",
      );
    },
  );
});

describe("a login with a password", () => {
  test(
    "takes a username and its realm, and goes through the cross-origin route",
    { tags: ["library.login.username", "library.login.realm", "library.login.co-authenticate"] },
    async () => {
      const emmy = { username: "emmy", password: "Noether-1882" };
      const inRealm = await panel.runPrepared("login", { ...emmy, realm: "Demo-Usernames" });
      expect(inRealm.outcome).toContain("Logged in.");
      expect(inRealm.log).toContainEqual(
        expect.objectContaining({ method: "POST", path: "/co/authenticate", status: 200 }),
      );
      expect((await panel.runPrepared("login", emmy)).outcome).toContain("access_denied");
    },
  );

  test(
    "takes an email address and its password",
    { tags: ["library.login.email", "library.login.password"] },
    async () => {
      expect((await panel.runPrepared("login")).outcome).toContain("Logged in.");
      const wrong = await panel.runPrepared("login", { password: "wrong" });
      expect(wrong.outcome).toContain("access_denied");
    },
  );

  test("fails as the form says if the browser keeps no cookie of the tenant: no page can answer for it", async () => {
    await panel.reset();
    await panel.run.choose("Login with a password", "page");
    await panel.run.form().getByText("its proof stays in the panel").waitFor();
    const { context } = panel.session.chromium;
    // As for a third-party cookie that the browser blocks.
    await context.route("**/co/authenticate", async (route) => {
      const response = await route.fetch();
      await context.clearCookies({ name: crossOriginCookieName });
      const { "set-cookie": _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    const { outcome, log } = await panel.runPrepared("login", {}, "page");
    await context.unroute("**/co/authenticate");
    expect(outcome).toContain("Login failed: access_denied");
    expect(outcome).toContain("Cross-origin verification failed.");
    const verification = { method: "POST", path: "/co/verify" };
    expect(log).toContainEqual(expect.objectContaining(verification));
  });

  test(
    "requires a user, a password and a realm",
    { tags: ["library.login.username", "library.login.password", "library.login.realm"] },
    async () => {
      expect(await panel.refuse("login", { realm: "" })).toEqual([
        "Enter: Email or username.",
        "Enter: Password.",
        "Enter: Realm (connection).",
      ]);
    },
  );
});

describe("a passwordless login", () => {
  const shared = ["connection", "email", "phone-number"].flatMap((name) => [
    `library.passwordless-start.${name}`,
    `library.passwordless-login.${name}`,
  ]);
  const ofEmail = shared.filter((row) => !row.endsWith("phone-number"));
  const ofPhone = shared.filter((row) => !row.endsWith("email"));
  const ofCode = [
    "library.passwordless-start.send",
    "library.passwordless-login.verification-code",
  ];

  for (const [recipient, address, tags] of [
    [{ connection: "email", email }, email, [...ofEmail, ...ofCode]],
    [{ connection: "sms", phoneNumber: "+491701234567" }, "+491701234567", ofPhone],
  ] as const) {
    test(`uses the code sent to ${address}`, { tags: [...tags] }, async () => {
      const values = { email: "", ...recipient, send: "code" };
      const { outcome, stage } = await panel.runPrepared("passwordless-start", values);
      expect(outcome).toContain("passwordlessStart returned.");
      const { code = "" } = (await readMail(stage, address)).at(-1) ?? {};
      expect(code).toMatch(/^\d+$/);
      const operation = findOperation("passwordless-login");
      const right = { ...recipient, verificationCode: code };
      const wrong = { ...right, verificationCode: "wrong" };
      expect(await panel.perform(stage, operation, wrong)).toContain("access_denied");
      expect(await panel.perform(stage, operation, right)).toContain("Logged in.");
    });
  }

  test(
    "takes exactly one of an email address and a phone number",
    { tags: shared.filter((row) => !row.endsWith("connection")) },
    async () => {
      for (const id of ["passwordless-start", "passwordless-login"]) {
        const both = { ...bothRecipients, verificationCode: "1" };
        const none = { verificationCode: "1" };
        expect(await panel.refuse(id, both)).toEqual([
          "Give an email address or a phone number, not both.",
        ]);
        expect(await panel.refuse(id, none)).toEqual(["Enter an email address."]);
      }
    },
  );

  test(
    "requires the code",
    { tags: ["library.passwordless-login.verification-code"] },
    async () => {
      expect(await panel.refuse("passwordless-login", { email })).toEqual(["Enter: Code."]);
    },
  );

  test(
    "sends a link without a choice, with the callback URL and the response type of the form",
    { tags: ["library.passwordless-start.send", "library.passwordless-start.initialized"] },
    async () => {
      const changes = { send: "null", responseType: "token id_token" };
      const { stage } = await panel.runPrepared("passwordless-start", changes);
      const { link = "" } = (await readMail(stage, email)).at(-1) ?? {};
      const { searchParams } = new URL(link);
      expect(Object.fromEntries(searchParams)).toMatchObject({
        response_type: "token id_token",
        redirect_uri: stage.setting.redirectUri,
      });
    },
  );
});
