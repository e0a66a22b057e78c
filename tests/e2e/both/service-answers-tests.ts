import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type { RunningTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { makeManyProfiles } from "../pages/many-profiles.ts";
import type { LoginWindow } from "../pages/page-runner.ts";

/** A document of the extension. */
interface Page {
  evaluate(expression: string): Promise<unknown>;
}

/** A browser with the extension, set up for a tenant. */
interface Stage {
  tenant: RunningTenant;
  /** The origin of the extension's pages. */
  extensionOrigin: string;
  /** The panel's Run tab. */
  run: {
    document: Page;
    choose(title: string, way: "extension"): Promise<void>;
    enter(values: Readonly<Record<string, string>>): Promise<void>;
    start(): Promise<void>;
    outcome(): Promise<string>;
  };
  /** Opens the popup in a tab, in place of the one before, with the list of connection profiles. */
  openPopup(): Promise<{
    document: Page;
    /** Changes the first profile of the list; returns the text of the outcome. */
    changePrefixTemplate(template: string): Promise<string>;
    createExchangeProfile(fields: {
      name: string;
      subjectTokenType: string;
      actionId: string;
    }): Promise<string>;
  }>;
  options: {
    /** Returns the text of the section "Tenant". */
    tenantSection(): Promise<string>;
    /** Sets the credential to the kind "User login", and presses its button. */
    startUserLogin(): Promise<void>;
    /** Returns the text of the outcome in the credential's section once it contains `wanted`. */
    credentialAnswer(wanted: string): Promise<string>;
  };
  /** Performs an action that opens a login window, and returns the window. */
  openLoginWindow(action: () => Promise<void>): Promise<LoginWindow>;
  expectNoErrors(): Promise<void>;
  close(): Promise<void>;
}

const eventsPath = "/api/v2/events";

/** Proves how the extension takes what a real tenant answers, where a browser has a part in it. */
export function proveServiceAnswers(openStage: () => Promise<Stage>): void {
  let stage: Stage;
  let control: TenantControl;

  beforeAll(async () => {
    stage = await openStage();
    control = new TenantControl(stage.tenant.origin);
    await control.untilListened();
  });
  afterEach(async () => {
    await control.clearResponses();
    await stage.expectNoErrors();
  });
  afterAll(() => stage?.close());

  /** Lists the requests to the profiles of the Management API that an action sends. */
  async function listRequests(action: () => Promise<unknown>) {
    const before = await control.logEnd();
    await action();
    return (await control.log(before)).filter(({ path }) =>
      /^\/api\/v2\/\S+-profiles/u.test(path ?? ""),
    );
  }

  /** Waits until the expression returns a text that matches; returns the text. */
  async function untilText(document: Page, expression: string, wanted: RegExp): Promise<string> {
    return await waitFor(
      async () => {
        const text = String(await document.evaluate(expression));
        return wanted.test(text) && text;
      },
      { what: `${expression} to match ${wanted}` },
    );
  }

  /** Asks the tenant about the addresses of the form; returns the list with the answers. */
  async function checkAddresses(): Promise<string> {
    const { document } = stage.run;
    const list = `document.querySelector(".run-form .allowances").innerText`;
    await document.evaluate(
      `[...document.querySelectorAll(".run-form button")].find(({ textContent }) => /^Check/.test(textContent)).click()`,
    );
    return await untilText(document, list, /accepts it|Not allowed|Not known/);
  }

  async function plant(fault: Parameters<TenantControl["plant"]>[0]): Promise<void> {
    onTestFinished(() => control.plant(fault, false));
    await control.plant(fault);
  }

  test("a refused event stream is explained with the tenant's own sentence, and not as a plan in use", async () => {
    const sentence = "Events is not enabled for this tenant.";
    const { document } = await stage.openPopup();
    await control.planResponse({
      path: eventsPath,
      status: 403,
      body: JSON.stringify({ statusCode: 403, error: "Forbidden", message: sentence }),
    });
    // The stream of this extension ended at once before, so its scope and plan were right.
    await control.emitEvents(1);
    await control.dropStreams();
    const words = `document.querySelector(".stream-words .words")?.title ?? ""`;
    const explained = await untilText(document, words, /Response from the tenant/);
    expect(explained).toContain(sentence);
    expect(explained).not.toMatch(/streams .*are in use/);
    await document.evaluate(`document.querySelector(".stream-words button").click()`);
    await control.untilListened();
  });

  test("opening the popup at a free tenant takes one request for each page of its lists, and none is refused", async () => {
    await makeManyProfiles(stage.tenant.origin, 35);
    // A free tenant allows two requests a second to the Management API.
    await control.limit({ requestsPerWindow: 2, rateLimitWindow: 1_000 });
    const sent = await listRequests(() => stage.openPopup());
    // 36 connection profiles in pages of ten, and all exchange profiles in one.
    expect(
      sent.map(({ method, path, status }) => `${method} ${path} ${status}`).toSorted(),
    ).toEqual([
      ...Array.from({ length: 4 }, () => "GET /api/v2/connection-profiles 200"),
      "GET /api/v2/token-exchange-profiles 200",
    ]);
  });

  test("a change of a profile takes two requests, and only the change has the origin that the options show", async () => {
    const popup = await stage.openPopup();
    const sent = await listRequests(() => popup.changePrefixTemplate("t-{org_name}"));
    expect(sent.map(({ method, status, origin }) => ({ method, status, origin }))).toEqual([
      { method: "GET", status: 200, origin: undefined },
      { method: "PATCH", status: 200, origin: stage.extensionOrigin },
    ]);
    expect(await stage.options.tenantSection()).toContain(`${stage.extensionOrigin}\n`);
    await control.limit({ requestsPerWindow: 10_000 });
  });

  test("a refused change names the list of origins among its possible causes", async () => {
    const popup = await stage.openPopup();
    await control.planResponse({
      path: "/api/v2/token-exchange-profiles",
      method: "POST",
      status: 403,
      body: JSON.stringify({ statusCode: 403, error: "Forbidden", message: "Origin not allowed" }),
    });
    const sent = await listRequests(() =>
      popup.createExchangeProfile({
        name: "Legacy",
        subjectTokenType: "urn:acme:legacy",
        actionId: demo.actionId,
      }),
    );
    expect(sent.at(-1)).toMatchObject({
      method: "POST",
      status: 403,
      origin: stage.extensionOrigin,
    });
    expect(await popup.document.evaluate("document.body.textContent")).toContain(
      "The tenant does not allow the origin of this extension.",
    );
  });

  test("an error page of the tenant's own makes no callback URL look allowed", async () => {
    await plant("errors-redirected");
    await stage.run.choose("Login with redirect", "extension");
    const allowed = await stage.run.document.evaluate(
      `[...document.querySelectorAll(".run-form label")].find(({ textContent }) => textContent === "Callback URL").control.value`,
    );
    await stage.run.enter({ "Callback URL": "https://app.example/callback" });
    expect(await checkAddresses()).toContain("Not known. The tenant redirected the question");
    await stage.run.enter({ "Callback URL": String(allowed) });
    expect(await checkAddresses()).toContain("The tenant accepts it.");
  });

  test("a login whose error is on a page of the tenant's own is not called accepted", async () => {
    await plant("errors-redirected");
    await stage.run.choose("Login with redirect", "extension");
    await stage.run.enter({ "Client ID": "nobody", Prompt: "login" });
    const window = await stage.openLoginWindow(() => stage.run.start());
    await window.close();
    const words = await stage.run.outcome();
    expect(words).toContain("does not prove that the tenant accepts it");
    expect(words).toMatch(/client ID\s+nobody/);
  });

  test("a login that needs a captcha says so, and offers the tenant's own page", async () => {
    await plant("verification-required");
    await control.changeClient(demo.clientId, { web_origins: [stage.extensionOrigin] });
    await stage.run.choose("Login with a password", "extension");
    await stage.run.enter({ "Email or username": demo.user.email, Password: demo.user.password });
    await stage.run.start();
    const words = await stage.run.outcome();
    expect(words).toContain("requires_verification");
    expect(words).toContain("The tenant's bot detection asks this login for a captcha.");
    const buttons = `[...document.querySelectorAll(".run-result button")].map(({ textContent }) => textContent).join("; ")`;
    expect(await stage.run.document.evaluate(buttons)).toContain(
      "Log in at the tenant's page instead",
    );
  });

  test("a user login for the Management API names the policy that refuses it", async () => {
    await plant("user-access-denied");
    await stage.options.startUserLogin();
    expect(await stage.options.credentialAnswer("access_denied")).toContain(
      "policy for user access (allow_all, or require_client_grant",
    );
  });

  test("a user login for the Management API uses a code with PKCE", async () => {
    const before = await control.logEnd();
    const window = await stage.openLoginWindow(() => stage.options.startUserLogin());
    await window.logIn(demo.user);
    await stage.options.credentialAnswer("Credential saved.");
    const requests = (await control.log(before)).filter(({ kind }) => kind === "request");
    const authorization = requests.find(({ path }) => path === "/authorize");
    expect(authorization?.query).toEqual(
      expect.arrayContaining([
        ["response_type", "code"],
        ["code_challenge_method", "S256"],
      ]),
    );
    expect(requests.map(({ method, path, status }) => `${method} ${path} ${status}`)).toContain(
      "POST /oauth/token 200",
    );
  });
}
