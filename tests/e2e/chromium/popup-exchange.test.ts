import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { startTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import type { ConsoleGuard } from "../browsers/console-entry.ts";
import { watchConsoles } from "../browsers/console-guard.ts";
import { findViolations } from "../pages/axe.ts";
import { PopupPage } from "../pages/popup-page.ts";
import { openPopup, watchWorker } from "../pages/worker.ts";
import { openConnectionsStage, type ConnectionsStage } from "./connections-stage.ts";

let stage: ConnectionsStage;
let guard: ConsoleGuard;

beforeAll(async () => {
  stage = await openConnectionsStage();
  guard = await watchConsoles(stage.chromium);
});
beforeEach(() => stage.reset());
afterEach(() =>
  stage.control("PATCH", "/limits", {
    requestsPerWindow: 1_000,
    tokenExchangeProfiles: 100,
    failedExchanges: 10,
  }),
);
afterAll(() => stage?.close());

const profiles = "/api/v2/token-exchange-profiles";
const legacy = {
  name: "Legacy",
  subjectTokenType: "urn:acme:legacy-token",
  actionId: demo.actionId,
};
const listSchema = z.object({
  token_exchange_profiles: z.array(z.looseObject({ id: z.string() })),
});

const popup = () => new PopupPage(stage.popup.page);
const mainWords = () => stage.popup.page.locator("main").innerText();

/** Calls the Management API as another administrator. */
async function manage(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${stage.tenant.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await stage.issueToken()}`,
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} was refused with ${response.status}.`);
  return response.status === 204 ? undefined : await response.json();
}

/** Returns the tenant's profiles. */
async function listProfiles() {
  return listSchema.parse(await manage("GET", profiles)).token_exchange_profiles;
}

async function makeProfile(name = legacy.name, type = legacy.subjectTokenType): Promise<void> {
  const body = { name, subject_token_type: type, action_id: demo.actionId };
  await manage("POST", profiles, { ...body, type: "custom_authentication" });
}

/** Counts the creations since the last read of the tenant's log. */
async function countCreates(after: number): Promise<number> {
  const log = await new TenantControl(stage.tenant.origin).log(after);
  return log.filter(({ method, path }) => method === "POST" && path === profiles).length;
}

const logEnd = () => new TenantControl(stage.tenant.origin).logEnd();

/** Expects the input to be unchanged. */
async function expectEntered(): Promise<void> {
  expect(await popup().field("Subject token type").inputValue()).toBe(legacy.subjectTokenType);
}

describe("an administrator", () => {
  test(
    "creates a profile in the opened popup with two interactions besides typing",
    { tags: ["management.create.profile", "management.create.201"] },
    async () => {
      await stage.chromium.firstPage.bringToFront();
      const page = await openPopup(stage.chromium);
      let interactions = 0;
      const interact = async (deed: Promise<void>) => {
        interactions += 1;
        await deed;
      };
      await interact(page.getByRole("button", { name: "New profile" }).click());
      // The name is filled in, and the next field has the focus.
      await page.keyboard.type(legacy.subjectTokenType);
      await page.keyboard.press("Tab");
      await page.keyboard.type(legacy.actionId);
      // Nothing is sent before the popup knows the tenant.
      await page.locator("button:enabled", { hasText: "Create profile" }).waitFor();
      await interact(page.keyboard.press("Enter"));
      await page.getByText("Token exchange profile created.").waitFor();
      expect(interactions).toBeLessThanOrEqual(3);
      expect(await listProfiles()).toMatchObject([
        {
          name: "Token Exchange Profile 1",
          subject_token_type: legacy.subjectTokenType,
          action_id: legacy.actionId,
          type: "custom_authentication",
        },
      ]);
      await page.close();
    },
  );

  test("lists, renames, reloads and deletes the tenant's profiles", async () => {
    await makeProfile();
    await stage.reopen();
    await stage.popup.page.getByRole("tab", { name: "Token exchange (1)" }).waitFor();
    await popup().button("Rename Legacy").click();
    await popup().field("New name").fill("Legacy of 2019");
    await stage.popup.page.keyboard.press("Enter");
    await popup().rows.getByText("Legacy of 2019", { exact: true }).waitFor();
    expect(await listProfiles()).toMatchObject([{ name: "Legacy of 2019" }]);

    await makeProfile("Partner", "urn:acme:partner-token");
    await popup().button("Reload").click();
    await stage.popup.page.getByRole("tab", { name: "Token exchange (2)" }).waitFor();

    await popup().button("Delete Partner").click();
    expect(await stage.popup.page.getByRole("dialog").innerText()).toContain(
      "This cannot be undone",
    );
    await popup().button("Delete profile").click();
    await stage.popup.page.getByText("Partner was deleted.").waitFor();
    expect(await listProfiles()).toHaveLength(1);
  });

  test("sees each violated limit at its field before anything is sent", async () => {
    await makeProfile();
    await stage.reopen();
    await stage.popup.page.getByRole("tab", { name: "Token exchange (1)" }).waitFor();
    const before = await logEnd();
    await popup().openForm();
    await popup().fillIn({
      name: "x".repeat(51),
      subjectTokenType: legacy.subjectTokenType,
      actionId: "a".repeat(37),
    });
    await popup().form.getByRole("button", { name: "Create profile" }).click();
    for (const words of ["exceed 50", "already uses this subject token type", "exceed 36"])
      await popup().form.getByText(words).waitFor();
    await popup().fillIn({ subjectTokenType: "urn:ietf:x y" });
    await popup().form.getByText("must be a URI").waitFor();
    await popup().fillIn({ subjectTokenType: "urn:ietf:params" });
    await popup().form.getByText("This namespace is reserved").waitFor();
    expect(await countCreates(before)).toBe(0);
    expect(await findViolations(stage.popup.page)).toEqual([]);
  });
});

describe("a rejection shows our message and the service's message, and keeps the input:", () => {
  const causes = "Several causes have the same response";

  const rows = [
    ["act_demo_draft", "The action is not deployed", "management.create.400.action-not-deployed"],
    ["act_demo_post_login", "custom-token-exchange", "management.create.400.action-trigger"],
    ["act_nobody", "The action is not found", "management.create.400.action-not-found"],
  ] as const;
  for (const [actionId, words, row] of rows) {
    test(`400 for ${actionId} lists its possible causes: “${words}”`, { tags: [row] }, async () => {
      const told = await popup().createExchangeProfile({ ...legacy, actionId });
      expect(told).toContain("Could not create the profile.");
      expect(told).toContain(causes);
      expect(await popup().form.locator("q").innerText()).toContain(words);
      expect(await popup().form.locator(".notice li").count()).toBe(5);
      await expectEntered();
    });
  }

  test(
    "400 for an invalid body shows the service's message at the field that it names",
    { tags: ["management.create.400.invalid-body"] },
    async () => {
      const told = await popup().createExchangeProfile({
        ...legacy,
        subjectTokenType: "urn:ietf:params:mine",
      });
      // The service's message is shown at the field that it names, and comes first.
      expect(told).toContain("Response from the service: “subject_token_type must start with");
      expect(await popup().form.locator("q").innerText()).toContain("reserved namespace");
      expect(await popup().form.locator(".notice li").count()).toBe(5);
    },
  );

  test(
    "400 for the type names the required type",
    { tags: ["management.create.400.type-custom"] },
    async () => {
      const message = "type field must be custom: custom_authentication";
      await stage.control("POST", "/responses", {
        path: profiles,
        method: "POST",
        status: 400,
        body: JSON.stringify({ statusCode: 400, error: "Bad Request", message }),
      });
      const told = await popup().createExchangeProfile(legacy);
      expect(told).toContain(message);
      expect(told).toContain("The type must be custom_authentication.");
    },
  );

  test(
    "401 for an invalid token, and for a token with an invalid signature",
    { tags: ["management.create.401.invalid-token", "management.create.401.invalid-signature"] },
    async () => {
      const token = await stage.issueToken();
      await stage.useToken(token);
      const message = "Invalid token";
      await stage.control("POST", "/responses", {
        path: profiles,
        method: "POST",
        status: 401,
        body: JSON.stringify({ statusCode: 401, error: "Unauthorized", message }),
      });
      const told = await popup().createExchangeProfile(legacy);
      expect(told).toContain("Could not create the profile.");
      expect(told).toContain(message);
      await expectEntered();

      const [header = "", payload = ""] = token.split(".");
      await stage.useToken(`${header}.${payload}.${"A".repeat(342)}`);
      await stage.reopen();
      expect(await popup().createExchangeProfile(legacy)).toContain("Invalid signature");
      await expectEntered();
    },
  );

  test(
    "401 for a client that is not global",
    { tags: ["management.create.401.client-not-global"] },
    async () => {
      const response = await fetch(`${stage.tenant.origin}/oauth/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          grant_type: "client_credentials",
          client_id: "demo-service",
          client_secret: "demo-service-secret",
          audience: `${stage.tenant.origin}/api/v2/`,
        }),
      });
      const { access_token: token } = z
        .object({ access_token: z.string() })
        .parse(await response.json());
      await stage.useToken(token);
      await stage.reopen();
      expect(await popup().createExchangeProfile(legacy)).toContain("not global");
      await expectEntered();
    },
  );

  test(
    "403 for a token without the scope names the scope",
    { tags: ["management.create.403.insufficient-scope", "management.create.scope"] },
    async () => {
      await stage.useToken(await stage.issueToken("read:token_exchange_profiles"));
      await stage.reopen();
      const told = await popup().createExchangeProfile(legacy);
      expect(told).toContain("create:token_exchange_profiles");
      await expectEntered();
    },
  );

  test(
    "403 at the limit of profiles says that waiting does not help",
    { tags: ["management.create.403.limit-reached"] },
    async () => {
      await makeProfile("Other", "urn:acme:other-token");
      await stage.control("PATCH", "/limits", { tokenExchangeProfiles: 1 });
      const told = await popup().createExchangeProfile(legacy);
      expect(told).toContain("has reached its limit");
      await expectEntered();
    },
  );

  test(
    "409 for a type that was taken after the check is shown at its field",
    { tags: ["management.create.409"] },
    async () => {
      await popup().openForm();
      await makeProfile();
      await popup().fillIn(legacy);
      await popup().create();
      await popup().form.locator(".notice.error").waitFor();
      const field = popup().field("Subject token type");
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      await expectEntered();
    },
  );

  test(
    "429 counts down to the retry, and the meter is empty",
    { tags: ["management.create.429"] },
    async () => {
      await popup().openForm();
      await popup().fillIn(legacy);
      await stage.control("PATCH", "/limits", { requestsPerWindow: 1 });
      await listProfiles();
      const told = await popup().create();
      expect(told).toMatch(/Try again in \d+ seconds?\./);
      const seconds = async () =>
        Number(/in (\d+) second/.exec(await popup().form.locator(".retry").innerText())?.[1]);
      const first = await seconds();
      await expect.poll(seconds).toBeLessThan(first);
      expect(await stage.popup.page.locator(".rate-limit").innerText()).toContain(
        "0 of 1 requests",
      );
      await expectEntered();
    },
  );
});

describe("an access token that has expired", () => {
  test("is renewed automatically from the client credentials", async () => {
    await popup().openForm();
    await stage.control("PUT", "/clock", { skew: 3 * 86_400 });
    expect(await popup().createExchangeProfile(legacy)).toContain("profile created");
  });

  test("and was pasted is reported, and the input is kept", async () => {
    await stage.useToken(await stage.issueToken());
    await popup().openForm();
    await stage.control("PUT", "/clock", { skew: 3 * 86_400 });
    expect(await popup().createExchangeProfile(legacy)).toContain("has expired");
    await expectEntered();
  });
});

describe("a creation whose response is lost", () => {
  const lost = "The response to the create request was lost.";

  /** Fills in and sends the form; the tenant receives it, and does not respond yet. */
  async function createHeld(): Promise<void> {
    await stage.hold({ method: "POST", path: "/token-exchange-profiles" });
    await popup().openForm();
    await popup().fillIn(legacy);
    await popup().form.getByRole("button", { name: "Create profile" }).click();
    await stage.popup.page.getByText("Creating…").waitFor();
    await stage.waitForHeldRequest();
  }

  test("on the way back can be checked, and is not sent twice", async () => {
    const before = await logEnd();
    await stage.control("POST", "/responses", { path: profiles, method: "POST", cut: 0 });
    expect(await popup().createExchangeProfile(legacy)).toContain(lost);
    await popup().button("Check").click();
    await stage.popup.page.getByText("Token exchange profile created.").waitFor();
    expect(await countCreates(before)).toBe(1);
    expect(await listProfiles()).toHaveLength(1);
  });

  test("because the worker ended after the popup was closed is reported by the next popup", async () => {
    const watch = await watchWorker(stage.chromium);
    await createHeld();
    await stage.popup.page.close();
    await watch.stop();
    await stage.reopen();
    await stage.popup.page.getByText(lost).waitFor();
    await stage.release();
    await expect.poll(async () => (await listProfiles()).length).toBe(1);
    await popup().button("Check").click();
    await stage.popup.page.getByText("Token exchange profile created.").waitFor();
    await watch.end();
  });

  test("stays in flight while the worker waits: a popup that is opened again shows the outcome", async () => {
    await createHeld();
    await stage.reopen();
    await stage.popup.page.getByText("Creating…").waitFor();
    await stage.release();
    await stage.popup.page.getByText("Token exchange profile created.").waitFor();
    expect(await listProfiles()).toHaveLength(1);
    await stage.reopen();
    await popup().button("New profile").waitFor();
  });

  test("because the worker ended is reported, and the next worker finds the outcome", async () => {
    const watch = await watchWorker(stage.chromium);
    await createHeld();
    await watch.stop();
    await stage.popup.page.getByText(lost).waitFor();
    await stage.release();
    await expect.poll(async () => (await listProfiles()).length).toBe(1);
    await popup().button("Check").click();
    await stage.popup.page.getByText("Token exchange profile created.").waitFor();
    await watch.end();
  });
});

describe("a read-only tenant", () => {
  test("requires its name for a creation", async () => {
    await stage.setReadOnly(true);
    const before = await logEnd();
    await popup().openForm();
    await popup().fillIn(legacy);
    await popup().form.getByRole("button", { name: "Create profile" }).click();
    const dialog = stage.popup.page.getByRole("dialog");
    await dialog.getByLabel("Tenant name").fill("some other name");
    await stage.popup.page.keyboard.press("Enter");
    await dialog.getByText("This is not the tenant's name.").waitFor();
    expect(await countCreates(before)).toBe(0);
    expect(await findViolations(stage.popup.page)).toEqual([]);
    await dialog.getByLabel("Tenant name").fill(demo.tenantName);
    await dialog.getByRole("button", { name: "Create profile" }).click();
    await stage.popup.page.getByText("Token exchange profile created.").waitFor();
  });

  test("is protected by the worker, which rejects every change without the name", async () => {
    await stage.setReadOnly(true);
    const body = { name: "abc", subject_token_type: "urn:acme:abc", action_id: demo.actionId };
    const request = {
      tenantId: stage.tenant.origin,
      body: { ...body, type: "custom_authentication" },
    };
    await expect(stage.command("token-exchange-profile.create", request)).rejects.toThrow(
      "read-only",
    );
    expect(await listProfiles()).toEqual([]);
  });
});

describe("unsent input", () => {
  test("is restored when the popup is opened again, and removed when it is cleared", async () => {
    await popup().openForm();
    await popup().fillIn({ name: "Half", subjectTokenType: "urn:acme:ha" });
    await stage.reopen();
    await popup().form.waitFor();
    expect(await popup().field("Subject token type").inputValue()).toBe("urn:acme:ha");
    await popup().button("Clear").click();
    await stage.reopen();
    await popup().button("New profile").waitFor();
    expect(await popup().form.count()).toBe(0);
  });
});

describe("an obstacle is reported together with its remedy:", () => {
  test("a permission that the browser does not grant", async () => {
    const origin = "https://tenant.example";
    const file = {
      kind: "tenant-inspector-settings",
      version: 2,
      exportedAt: "2026-11-21T09:00:00.000Z",
      tenants: [{ id: origin, name: "Acme", origin, clientId: "spa" }],
    };
    await stage.command("settings.import", { file, loginOrigins: [origin] });
    await stage.popup.page.getByLabel("Tenant").selectOption({ label: "Acme" });
    await stage.popup.page.getByText("extension has no access to").waitFor();
    expect(await popup().button("Open options").isEnabled()).toBe(true);
    await expect.poll(() => stage.popup.page.getByRole("tab").count()).toBe(0);
    await stage.command("tenant.forget", { tenantId: origin });
    await stage.command("tenant.select", { tenantId: stage.tenant.origin });
  });

  test("a locked credential, which is unlocked in the popup", async () => {
    const watch = await watchWorker(stage.chromium);
    await stage.command("credential.save", {
      tenantId: stage.tenant.origin,
      remembering: "passphrase",
      passphrase: "open sesame, please, and be quick",
      credential: {
        kind: "client_credentials",
        clientId: demo.managementClientId,
        clientSecret: demo.managementClientSecret,
      },
    });
    await stage.popup.page.evaluate(() => chrome.storage.session.clear());
    await watch.stop();
    await watch.end();
    await stage.reopen();
    await popup().field("Passphrase").fill("open barley");
    await popup().button("Unlock").click();
    expect(await popup().words(stage.popup.page.locator(".problem"), "a problem")).toContain(
      "Wrong passphrase",
    );
    await popup().field("Passphrase").fill("open sesame, please, and be quick");
    await popup().button("Unlock").click();
    await popup().button("New profile").waitFor();
    await stage.popup.page.getByText("No token exchange profiles yet.").waitFor();
  });

  test("no network: the popup reports it and keeps the input", async () => {
    await popup().openForm();
    await popup().fillIn(legacy);
    await stage.chromium.context.setOffline(true);
    await stage.popup.page.getByText("This device is offline.").waitFor();
    await stage.chromium.context.setOffline(false);
    await expect.poll(mainWords).not.toContain("This device is offline.");
    await expectEntered();
  });

  test("an unreachable tenant: the list can be reloaded, nothing is sent twice, and the form stays", async () => {
    await popup().openForm();
    await popup().fillIn(legacy);
    await stage.tenant.stop();
    await stage.reopen();
    await popup().form.waitFor();
    await expectEntered();
    await popup().button("Back to the list").click();
    await stage.popup.page.getByText("Could not load the token exchange profiles.").waitFor();
    const { origin } = stage.tenant;
    stage.tenant = await startTenant({ port: Number(new URL(origin).port), demoPort: 0 });
    expect(stage.tenant.origin).toBe(origin);
    await popup().button("Retry").click();
    await stage.popup.page.getByText("No token exchange profiles yet.").waitFor();
    await popup().button("Continue draft").click();
    expect(await popup().create()).toContain("profile created");
    expect(await listProfiles()).toHaveLength(1);
  });
});

describe("an exchange", () => {
  async function openRun(): Promise<void> {
    await popup().createExchangeProfile(legacy);
    await popup().button("Run an exchange").click();
    await stage.popup.page.getByRole("form", { name: "Run an exchange" }).waitFor();
  }

  async function run(subjectToken: string): Promise<string> {
    await popup().field("Subject token").fill(subjectToken);
    await popup().button("Run exchange").click();
    await stage.popup.page.getByText("Running…").waitFor({ state: "hidden" });
    const result = stage.popup.page.locator(".result");
    return await popup().words(result, "what came of the exchange");
  }

  test("shows the decoded and masked tokens of the user that the action selected", async () => {
    await openRun();
    const told = await run(`legacy:${demo.user.email}`);
    expect(told).toContain("Tokens issued.");
    expect(told).toContain("auth0|65f1c0ada000000000000001");
    expect(told).not.toMatch(/eyJ[\w-]+\.eyJ/);
    expect(await findViolations(stage.popup.page)).toEqual([]);
    await popup().button("Back to the list").click();
    await popup().rows.first().waitFor();
  });

  test("that the action rejects shows the action's message and counts towards the limit", async () => {
    await stage.control("PATCH", "/limits", { failedExchanges: 10 });
    await openRun();
    await stage.popup.page.getByText("10 exchanges may fail").waitFor();
    expect(await run("legacy:nobody@example.com")).toContain(
      "The legacy token names a user that does not exist at this tenant.",
    );
    await stage.popup.page.getByText("9 exchanges may fail").waitFor();
    expect(await run(`legacy:${demo.user.email}:closed`)).toContain("account_closed");
    for (let failure = 0; failure < 5; failure += 1) await run("nonsense");
    await stage.popup.page.getByText("Limit of failed exchanges almost reached.").waitFor();
  });
});

test("the tabs keep their place when the worker answers", async () => {
  const watch = await watchWorker(stage.chromium);
  // A worker that has to start first answers after the first frame.
  await watch.stop();
  const page = await stage.chromium.context.newPage();
  await page.addInitScript(() => {
    const frames: { top: number; isAnswered: boolean }[] = [];
    const record = () => {
      const tabs = document.querySelector("[role=tablist]");
      const isAnswered = document.querySelector("[aria-label=Tenant]") !== null;
      if (tabs !== null) frames.push({ top: tabs.getBoundingClientRect().top, isAnswered });
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    Object.assign(globalThis, { frames });
  });
  await page.goto(`${stage.chromium.extensionOrigin}/popup.html`);
  await page.getByRole("tab", { name: /Token exchange \(\d+\)/ }).waitFor();
  const frames = z
    .array(z.object({ top: z.number(), isAnswered: z.boolean() }))
    .parse(await page.evaluate("frames"));
  expect(new Set(frames.map(({ isAnswered }) => isAnswered)).size).toBe(2);
  expect([...new Set(frames.map(({ top }) => top))]).toHaveLength(1);
  await page.close();
  await watch.end();
});

test("throws nothing and writes no error to a console", async () => {
  // The browser logs each failed or missing response itself; that is not an error of the extension.
  const isBrowsers = /Failed to load resource|net::ERR_/;
  const entries = await guard.entries();
  expect(entries.filter(({ text }) => !isBrowsers.test(text))).toEqual([]);
  await guard.end();
});
