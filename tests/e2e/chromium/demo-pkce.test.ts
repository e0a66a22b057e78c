import { createHash } from "node:crypto";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { demo } from "../../launch/demo.ts";
import { logIn } from "../pages/login-window.ts";
import { fact, openDemoSession, type DemoSession } from "./demo-session.ts";

let session: DemoSession;

beforeAll(async () => {
  session = await openDemoSession();
});
beforeEach(async () => {
  await session.beginTest();
});
afterEach(async () => {
  await session.guard.expectNone();
});
afterAll(async () => {
  await session?.close();
});

interface SentRequest {
  readonly method: string;
  readonly parameters: Record<string, string>;
  readonly headers: Record<string, string>;
}

/** Records the tab's requests to a route of the tenant: the query of a GET, the form of a POST. */
function watchRoute(tab: Page, path: string): SentRequest[] {
  const sent: SentRequest[] = [];
  tab.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== session.tenant.origin || url.pathname !== path) return;
    const parameters = Object.fromEntries(
      request.method() === "GET" ? url.searchParams : new URLSearchParams(request.postData() ?? ""),
    );
    sent.push({ method: request.method(), parameters, headers: request.headers() });
  });
  return sent;
}

/** Logs in with PKCE from a new tab; resolves once the demo shows the outcome. */
async function logInWithPkce() {
  const page = await session.open();
  const asked = watchRoute(page.tab, "/authorize");
  const redeemed = watchRoute(page.tab, "/oauth/token");
  const addresses: string[] = [];
  page.tab.on("framenavigated", (frame) => addresses.push(frame.url()));
  await page.press("Log in with PKCE");
  await page.tab.waitForURL(`${session.tenant.origin}/**`);
  await logIn(page.tab, demo.user);
  await page.tab.waitForURL(`${session.tenant.demoOrigins[0]}/`);
  const words = await page.readResult("Login");
  return { page, asked, redeemed, addresses, words };
}

test("a login with PKCE requests a code with an S256 challenge, and redeems it with the verifier and no secret", async () => {
  const { page, asked, redeemed, addresses, words } = await logInWithPkce();
  expect(words).toContain("Login succeeded.");
  expect(words).toContain("Ada Lovelace");
  expect(words).toMatch(/refreshToken\s+…\S{12} \(\d+ characters\)/u);
  expect(page.tab.url()).toBe(`${session.tenant.demoOrigins[0]}/`);

  const [request] = asked;
  expect(request?.parameters).toMatchObject({
    client_id: demo.clientId,
    response_type: "code",
    response_mode: "fragment",
    redirect_uri: `${session.tenant.demoOrigins[0]}/callback`,
    scope: "openid profile email offline_access",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
    state: expect.stringMatching(/^[\w-]{43}$/u),
    nonce: expect.stringMatching(/^[\w-]{43}$/u),
  });
  expect(request?.parameters).not.toHaveProperty("code_verifier");

  expect(redeemed).toHaveLength(1);
  const { method, parameters, headers } = redeemed[0] ?? {
    method: "",
    parameters: {},
    headers: {},
  };
  const { code, code_verifier: verifier = "", ...rest } = parameters;
  expect(method).toBe("POST");
  expect(rest).toEqual({
    grant_type: "authorization_code",
    client_id: demo.clientId,
    redirect_uri: `${session.tenant.demoOrigins[0]}/callback`,
  });
  expect(headers).not.toHaveProperty("authorization");
  expect(headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/u);
  expect(createHash("sha256").update(verifier).digest("base64url")).toBe(
    request?.parameters["code_challenge"],
  );
  // The code was in a fragment, which no server receives; the verifier was in no URL.
  expect(code).toMatch(/^\S+$/u);
  expect(addresses.some((address) => new URL(address).hash.includes(`code=${code}`))).toBe(true);
  expect(addresses.join(" ")).not.toContain(verifier);
  expect(await page.tab.evaluate("Object.keys(localStorage)")).toEqual([
    "auth.transactions-cleared",
  ]);
  expect(await session.readFacts()).toContainEqual(
    fact("id_token issued", { client_id: demo.clientId, alg: "RS256" }),
  );
});

test("the browser sends the token request without a preflight, but a signup in JSON with one", async () => {
  const { page } = await logInWithPkce();
  await page.fillPassword({ email: "hedy@example.com", password: "Frequency-hop-41" });
  await page.press("Create account");
  expect(await page.readResult("Signup")).toContain("Signup succeeded.");
  const log = await session.control.log();
  const readMethods = (wanted: string) => [
    ...new Set(log.filter(({ path }) => path === wanted).map(({ method }) => method)),
  ];
  expect(readMethods("/dbconnections/signup")).toEqual(["OPTIONS", "POST"]);
  expect(readMethods("/oauth/token")).toEqual(["POST"]);
});

test("the refresh token returns new tokens twice, each with another refresh token and a valid access token", async () => {
  const { page, redeemed, words: first } = await logInWithPkce();
  const readShown = (words: string, name: string) =>
    new RegExp(`${name}\\s+(\\S+)`, "u").exec(words)?.[1];
  await page.press("Refresh tokens");
  const second = await page.readResult("Refresh");
  expect(second).toContain("Refresh succeeded.");
  expect(second).toContain("Ada Lovelace");
  await page.press("Refresh tokens");
  await page.tab
    .locator("#details")
    .filter({ hasNotText: readShown(second, "refreshToken") ?? "" })
    .waitFor();
  const third = await page.readResult("Refresh");
  for (const name of ["accessToken", "refreshToken"]) {
    expect(new Set([first, second, third].map((words) => readShown(words, name))).size).toBe(3);
  }

  const [, ...refreshes] = redeemed.map(({ parameters }) => parameters);
  expect(refreshes).toHaveLength(2);
  for (const { refresh_token: token, ...rest } of refreshes) {
    expect(token).toMatch(/^\S+$/u);
    expect(rest).toEqual({ grant_type: "refresh_token", client_id: demo.clientId });
  }
  expect(refreshes[0]?.["refresh_token"]).not.toBe(refreshes[1]?.["refresh_token"]);

  await page.press("Get user info");
  expect(await page.readResult("User info")).toContain(demo.user.email);
});

test("a code of another login is rejected, and no token is requested", async () => {
  const page = await session.open();
  await page.press("Log in with PKCE");
  await page.tab.waitForURL(`${session.tenant.origin}/**`);
  const redeemed = watchRoute(page.tab, "/oauth/token");
  await page.tab.goto(`${session.tenant.demoOrigins[0]}/callback#code=stolen&state=another-state`);
  const words = await page.readResult("Login");
  expect(words).toContain("Login failed.");
  expect(words).toContain("invalid_token");
  expect(words).toContain("`state` does not match.");
  expect(redeemed).toEqual([]);
  expect(await page.tab.getByRole("button", { name: "Refresh tokens" }).isDisabled()).toBe(true);
});

test("every script of the page, before and after a login, is from the page's own origin", async () => {
  const { page } = await logInWithPkce();
  await page.press("Renew silently");
  expect(await page.readResult("Silent renewal")).toContain("Silent renewal succeeded.");
  const origins = await page.tab.evaluate(
    `[...document.scripts].map(({ src }) => new URL(src).origin)`,
  );
  expect(new Set(z.array(z.string()).parse(origins))).toEqual(
    new Set([session.tenant.demoOrigins[0]]),
  );
});
