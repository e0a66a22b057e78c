import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Page } from "playwright";
import * as z from "zod/mini";
import { builtAuthLibrary } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openDemoSession, type DemoSession } from "./demo-session.ts";

// The built library in pages of an application, called as by the page's own script.

let session: DemoSession;

beforeAll(async () => {
  session = await openDemoSession();
});
beforeEach(async () => {
  await session.beginTest();
});
afterAll(async () => {
  await session?.close();
});

const answerSchema = z.object({
  error: z.nullable(z.looseObject({ error: z.string() })),
  result: z.unknown(),
});
type Answer = z.infer<typeof answerSchema>;

const tokensSchema = z.object({
  accessToken: z.string(),
  idToken: z.string(),
  scope: z.nullable(z.string()),
});
const userIds = { ada: "auth0|65f1c0ada000000000000001", grace: "auth0|65f1c0face00000000000002" };
const realm = "Username-Password-Authentication";

/** Evaluates a call in a page, and returns the enumerable members of its error. */
async function call(tab: Page, source: string): Promise<Answer> {
  return answerSchema.parse(
    await tab.evaluate(`(${source}).then(
      (result) => ({ error: null, result: result ?? null }),
      (error) => ({ error: { ...error }, result: null }),
    )`),
  );
}

function create(tab: Page, options: object = {}): string {
  const given = {
    domain: session.tenant.origin,
    clientID: demo.clientId,
    redirectUri: `${new URL(tab.url()).origin}/callback`,
    responseType: "token id_token",
    ...options,
  };
  return `new TenantAuth.WebAuth(${JSON.stringify(given)})`;
}

/** Logs a user in with the demo's form for a password. */
async function logIn(user: { email: string; password: string } = demo.user): Promise<Page> {
  const page = await session.open();
  await page.fillPassword(user);
  await page.press("Log in with password");
  await page.readResult("Login");
  return page.tab;
}

/** Renews silently for the Management API of the current user. */
async function renewForManagement(tab: Page, scopes: readonly string[]) {
  const audience = `${session.tenant.origin}/api/v2/`;
  const options = { audience, scope: ["openid", ...scopes].join(" ") };
  const { error, result } = await call(
    tab,
    `${create(tab)}.checkSession(${JSON.stringify(options)})`,
  );
  expect(error).toBeNull();
  return tokensSchema.parse(result);
}

function manage(tab: Page, token: string, method: string, ...given: unknown[]): Promise<Answer> {
  const options = JSON.stringify({ domain: session.tenant.origin, token });
  const list = given.map((each) => JSON.stringify(each)).join(", ");
  return call(tab, `new TenantAuth.Management(${options}).${method}(${list})`);
}

const currentUserScopes = [
  "read:current_user",
  "update:current_user_identities",
  "create:current_user_metadata",
  "update:current_user_metadata",
  "delete:current_user_metadata",
  "create:current_user_device_credentials",
  "delete:current_user_device_credentials",
];

test(
  "Management reads, changes and links the current user with the requested scopes",
  { tags: ["authn.library.current-user-scopes"] },
  async () => {
    const graceTab = await logIn(demo.secondUser);
    const grace = await renewForManagement(graceTab, []);
    await session.chromium.context.clearCookies();
    const tab = await logIn();
    const { accessToken, scope } = await renewForManagement(tab, currentUserScopes);
    expect(scope?.split(" ").toSorted()).toEqual(["openid", ...currentUserScopes].toSorted());

    const profile = { error: null, result: { user_id: userIds.ada, email: demo.user.email } };
    expect(await manage(tab, accessToken, "getUser", userIds.ada)).toMatchObject(profile);
    for (const metadata of [{ theme: "dark", size: 1 }, { size: 2 }]) {
      const changed = await manage(tab, accessToken, "patchUserMetadata", userIds.ada, metadata);
      expect(changed).toMatchObject({ error: null, result: { user_metadata: metadata } });
    }
    expect(await manage(tab, accessToken, "getUser", userIds.ada)).toMatchObject({
      result: { user_metadata: { theme: "dark", size: 2 } },
    });
    const linked = await manage(tab, accessToken, "linkUser", userIds.ada, grace.idToken);
    expect(linked).toMatchObject({ error: null, result: [{}, {}] });
  },
);

test(
  "Management cannot make a call without its scope, or read another user's profile",
  { tags: ["authn.library.current-user-scopes"] },
  async () => {
    const tab = await logIn();
    const without = async (missing: string) => {
      const scopes = currentUserScopes.filter((scope) => scope !== missing);
      return (await renewForManagement(tab, scopes)).accessToken;
    };
    const calls = [
      ["read:current_user", "getUser", userIds.ada],
      ["update:current_user_metadata", "patchUserMetadata", userIds.ada, { a: 1 }],
      ["update:current_user_identities", "linkUser", userIds.ada, "a.b.c"],
    ] as const;
    for (const [scope, method, ...given] of calls) {
      const { error } = await manage(tab, await without(scope), method, ...given);
      expect(error, method).toMatchObject({ statusCode: 403, errorCode: "insufficient_scope" });
    }
    const { accessToken } = await renewForManagement(tab, currentUserScopes);
    const another = await manage(tab, accessToken, "getUser", userIds.grace);
    expect(another.error).toMatchObject({ error: "Forbidden", statusCode: 403 });
  },
);

test(
  "getSSOData on a local page is consent_required until the user has agreed to all its scopes",
  { tags: ["library.errors.sso-data-consent"] },
  async () => {
    // After a reset of the tenant, no user has given consent.
    await fetch(`${session.tenant.origin}/_control/reset`, { method: "POST" });
    const page = await session.open();
    const given = JSON.stringify({ email: demo.user.email, password: demo.user.password, realm });
    const logInWith = async (scope: string) => {
      const returned = page.tab.waitForURL(/\/$/u, { waitUntil: "load" });
      await call(page.tab, `${create(page.tab, { scope })}.login(${given})`);
      await returned;
      await page.readResult("Login");
    };
    const ask = () => call(page.tab, `${create(page.tab)}.client.getSSOData()`);
    expect(await ask()).toEqual({ error: null, result: { sso: false } });
    await logInWith("openid email");
    expect((await ask()).error).toMatchObject({ error: "consent_required" });
    await logInWith("openid profile email");
    expect(await ask()).toMatchObject({ error: null, result: { sso: true } });
  },
);

test(
  "an embedded login from an origin that the client does not allow is rejected",
  { tags: ["authn.library.web-origins"] },
  async () => {
    const strange = "http://localhost:9";
    const library = await readFile(builtAuthLibrary, "utf8");
    const tab = await session.chromium.context.newPage();
    onTestFinished(() => tab.close());
    await tab.route(`${strange}/**`, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><script>${library}</script>`,
      }),
    );
    const given = JSON.stringify({ email: demo.user.email, password: demo.user.password, realm });
    const logInAt = async (origin: string) => {
      await tab.goto(`${origin}/`);
      const ports = "{ navigation: { goTo: () => undefined } }";
      const options = create(tab).replace(/\}\)$/u, `,"ports":${ports}})`);
      return call(tab, `${options}.login(${given})`);
    };
    const refused = await logInAt(strange);
    expect(refused.error).toMatchObject({ error: "request_error" });
    expect(JSON.stringify(refused)).not.toContain(demo.user.password);
    expect(await logInAt(session.tenant.demoOrigins[0])).toMatchObject({ error: null });
  },
);

test(
  "silent renewal fails on a page of another site, whose frame does not get the tenant's cookies",
  { tags: ["authn.library.web-origins"] },
  async () => {
    const tab = await logIn();
    const renew = `${create(tab)}.checkSession()`;
    expect(await call(tab, renew)).toMatchObject({ error: null });
    await tab.goto(`${session.tenant.demoOrigins[1]}/`);
    const { error } = await call(tab, `${create(tab)}.checkSession()`);
    expect(error).toMatchObject({ error: "login_required" });
  },
);

test(
  "an embedded login from a page of another site ends without tokens if the browser blocks its cookie",
  { tags: ["service.library.third-party-cookies"] },
  async () => {
    const logInFrom = async (origin: string) => {
      const page = await session.open(origin);
      await page.fillPassword(demo.user);
      await page.press("Log in with password");
      return page.readResult("Login");
    };
    expect(await logInFrom(session.tenant.demoOrigins[0])).toContain("Ada Lovelace");
    await session.chromium.context.clearCookies();
    expect(await logInFrom(session.tenant.demoOrigins[1])).not.toContain("Ada Lovelace");
  },
);
