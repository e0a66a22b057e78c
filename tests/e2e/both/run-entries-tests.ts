import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunningTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { TenantControl } from "../../launch/tenant-control.ts";

type Way = "extension" | "page";
type User = Readonly<{ email: string; password: string }>;

/** The Run tab of our panel in the real DevTools of a browser. */
interface RunTab {
  choose(title: string, way: Way): Promise<void>;
  enter(values: Readonly<Record<string, string>>): Promise<void>;
  takeToken(field: string, text: string): Promise<void>;
  allowances(): Promise<Readonly<Record<string, string>>>;
  start(): Promise<void>;
  outcome(): Promise<string>;
  result(): Promise<string>;
  steps(): Promise<string[]>;
}

interface Stage {
  tenant: RunningTenant;
  run: RunTab;
  /** Loads the demo app in the inspected tab. */
  openPage(): Promise<void>;
  /** Starts the chosen operation, and logs in at the place to which it leads. */
  startLogin(place: "login window" | "inspected page" | "popup", user: User): Promise<void>;
  /** Performs an action that loads a page in the inspected tab; resolves when it has loaded. */
  untilLoaded(action: () => Promise<void>): Promise<void>;
  /** Throws an error if a page or the extension wrote an error to its console. */
  expectNoErrors(): Promise<void>;
  close(): Promise<void>;
}

const tokenSteps = ["Token request (authorization_code) 200", "Key set request 200"] as const;
const redirectSteps = [
  "Authorization request",
  "Authorization response",
  ...tokenSteps,
  "parseHash resolved",
] as const;

/** An ID token of the token endpoint has no `c_hash`, so that check does not apply. */
const passedLogin = /Logged in\.[^]*13 checks passed, 1 not applicable\./;

/** Proves that entries of the catalogue run in the panel's form, and take effect at the tenant. */
export function proveRunEntries(openStage: () => Promise<Stage>): void {
  let stage: Stage;
  let run: RunTab;
  let control: TenantControl;
  let logStart: number;

  beforeAll(async () => {
    stage = await openStage();
    ({ run } = stage);
    control = new TenantControl(stage.tenant.origin);
    await allowExtension();
  });
  beforeEach(async () => {
    await stage.openPage();
    logStart = await control.logEnd();
  });
  afterEach(() => stage.expectNoErrors());
  afterAll(() => stage?.close());

  /** Allows the extension's addresses that the form shows, as in the application's settings. */
  async function allowExtension(): Promise<void> {
    await run.choose("Silent renewal", "extension");
    const shown = await run.allowances();
    const { clients } = stage.tenant.describe();
    const client = clients.find(({ client_id: id }) => id === demo.clientId);
    await control.changeClient(demo.clientId, {
      callbacks: [...(client?.callbacks ?? []), shown["Allowed callback URLs"]],
      web_origins: [...(client?.web_origins ?? []), shown["Allowed web origins"]],
    });
  }

  /** Runs the prepared operation; returns the text of its outcome. */
  async function runToEnd(): Promise<string> {
    await run.start();
    return await run.outcome();
  }

  /**
   * Runs the prepared operation, which leads the page away and back without a login page; returns
   * the text of its outcome. It is known before the page has loaded.
   */
  async function leaveToEnd(way: Way): Promise<string> {
    if (way === "page") await stage.untilLoaded(() => run.start());
    else await run.start();
    return await run.outcome();
  }

  /** Runs a login with redirect; returns the text of its outcome. */
  async function logIn(
    way: Way,
    user: User,
    values: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    await run.choose("Login with redirect", way);
    await run.enter({
      "Response type": "code pkce",
      Scope: "openid profile email",
      Audience: "",
      Prompt: "login",
      ...values,
    });
    await stage.startLogin(way === "page" ? "inspected page" : "login window", user);
    return await run.outcome();
  }

  /** Gives Ada a session and tokens without a login page. */
  async function logInWithPassword(way: Way): Promise<string> {
    await run.choose("Login with a password", way);
    await run.enter({ "Email or username": demo.user.email, Password: demo.user.password });
    return await leaveToEnd(way);
  }

  describe.each(["extension", "page"] as const)("in the %s", (way) => {
    test("Login with redirect decodes the tokens of a code with PKCE", async () => {
      expect(await logIn(way, demo.user)).toMatch(passedLogin);
      expect(await run.steps()).toEqual(["authorize resolved", ...redirectSteps]);
      expect(await run.result()).toContain(`email: "${demo.user.email}"`);
      expect(await control.facts("user logged in", logStart)).toEqual([
        expect.objectContaining({ client_id: demo.clientId, subject: demo.user.id }),
      ]);
      expect(await control.requests(logStart)).toContain("POST /oauth/token 200");
    });

    test("Silent renewal returns new tokens of the session in a frame", async () => {
      await logInWithPassword(way);
      await stage.openPage();
      logStart = await control.logEnd();
      await run.choose("Silent renewal", way);
      expect(await runToEnd()).toMatch(
        /checkSession returned\.[^]*13 checks passed, 1 not applicable/,
      );
      expect(await run.steps()).toEqual([
        "Authorization request in a hidden frame",
        "Authorization response in a message",
        ...tokenSteps,
        "checkSession resolved",
      ]);
      expect(await run.result()).toContain(`email: "${demo.user.email}"`);
      expect(await control.requests(logStart)).toEqual(
        expect.arrayContaining(["GET /authorize 200", "POST /oauth/token 200"]),
      );
    });

    test("Logout ends the session", async () => {
      await logInWithPassword(way);
      await stage.openPage();
      await run.choose("Logout", way);
      expect(await leaveToEnd(way)).toContain("Logged out.");
      expect(await run.steps()).toEqual([
        "logout resolved",
        "Logout request",
        "Return to the callback URL",
      ]);
      expect(await control.requests(logStart)).toContain("GET /v2/logout 302");
      await stage.openPage();
      await run.choose("Silent renewal", way);
      expect(await runToEnd()).toContain("login_required");
    });

    test("Login with a password logs in without a login page", async () => {
      expect(await logInWithPassword(way)).toMatch(passedLogin);
      expect(await run.steps()).toEqual([
        "Cross-origin login 200",
        "login resolved",
        ...redirectSteps,
      ]);
      expect(await run.result()).toContain(`email: "${demo.user.email}"`);
      expect(await control.facts("user logged in", logStart)).toEqual([
        expect.objectContaining({ client_id: demo.clientId, subject: demo.user.id }),
      ]);
      expect(await control.requests(logStart)).toContain("POST /co/authenticate 200");
    });

    test("Passwordless start and login use the code of the mailbox", async () => {
      const email = `passwordless.${way}@example.com`;
      await run.choose("Passwordless start", way);
      await run.enter({ Connection: "email", Email: email, Send: "code" });
      expect(await runToEnd()).toContain("passwordlessStart returned.");
      expect(await run.steps()).toEqual(["Passwordless start 200", "passwordlessStart resolved"]);
      const [mail, ...others] = await control.mail(email);
      expect(others).toEqual([]);

      await run.choose("Passwordless login", way);
      await run.enter({ Connection: "email", Email: email, Code: mail?.code ?? "no code" });
      expect(await leaveToEnd(way)).toMatch(passedLogin);
      expect(await run.steps()).toEqual([
        "Cross-origin login 200",
        "passwordlessLogin resolved",
        ...redirectSteps,
      ]);
      expect(await run.result()).toContain(`email: "${email}"`);
      expect(await control.facts("user logged in", logStart)).toEqual([
        expect.objectContaining({ connection: "email" }),
      ]);
    });

    test("User info takes the token of an earlier run", async () => {
      await logInWithPassword(way);
      await stage.openPage();
      await run.choose("User info", way);
      await run.takeToken("Access token", "Login with a password");
      expect(await runToEnd()).toContain("userInfo returned.");
      expect(await run.steps()).toEqual(["User info request 200", "client.userInfo resolved"]);
      expect(await run.result()).toContain(`email: "${demo.user.email}"`);
      expect(await control.requests(logStart)).toContain("GET /userinfo 200");
    });

    test("Account linking links two accounts with tokens of the panel", async () => {
      const { origin } = stage.tenant;
      const second = { email: `linked.${way}@example.com`, password: "a-passphrase-for-tests-1" };
      const { userId } = await control.createUser(second.email);
      expect(await logIn(way, second)).toContain("Logged in.");
      await stage.openPage();
      const current = {
        Audience: `${origin}/api/v2/`,
        Scope: "openid update:current_user_identities",
      };
      expect(await logIn(way, demo.user, current)).toContain("Logged in.");
      await stage.openPage();

      await run.choose("Account linking", way);
      await run.takeToken("Access token", "update:current_user_identities");
      await run.takeToken("ID token of the account that ends", second.email);
      await run.enter({ "User ID of the account that remains": demo.user.id });
      expect(await runToEnd()).toContain("linkUser returned.");
      expect(await run.steps()).toEqual(["Account link request 201", "linkUser resolved"]);
      expect(await run.result()).toContain(`email: "${second.email}"`);
      expect(await control.facts("accounts linked", logStart)).toEqual([
        { subject: demo.user.id, secondary: userId },
      ]);
      const { users } = stage.tenant.describe();
      expect(users.map(({ user_id: id }) => id)).not.toContain(userId);
    });
  });

  test("Login in a popup logs in after a click in the page, in spite of the browser's blocker", async () => {
    await run.choose("Login in a popup", "page");
    await run.enter({ "Callback URL": `${stage.tenant.demoOrigins[0]}/popup`, Prompt: "login" });
    await stage.startLogin("popup", demo.user);
    expect(await run.outcome()).toMatch(passedLogin);
    expect(await run.steps()).toEqual([
      "Authorization request in a popup",
      "Authorization response in a message",
      ...tokenSteps,
      "popup.authorize resolved",
    ]);
    expect(await run.result()).toContain(`email: "${demo.user.email}"`);
    expect(await control.facts("user logged in", logStart)).toEqual([
      expect.objectContaining({ client_id: demo.clientId, subject: demo.user.id }),
    ]);
  });
}
