import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { chromium, type Page } from "playwright";
import * as z from "zod/mini";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { findChromium } from "../../launch/find-browser.mjs";
import { scripts } from "./places.ts";

type Which = keyof typeof scripts;

const client = "demo-spa";
const verifier = "a-verifier-that-nobody-needs-to-guess-0123456789";

/**
 * The requests of a login to the tenant, written like code of a user of either library: redeem the
 * code, then request the user info. Classic script text, run in the page.
 */
const logIns: Readonly<Record<Which, string>> = {
  ours: `async ({ client, domain, redirectUri, code, codeVerifier }) => {
    const webAuth = new TenantAuth.WebAuth({ domain, clientID: client, redirectUri });
    const { accessToken, idToken } = await webAuth.client.oauthToken({ code, codeVerifier });
    const { sub } = await webAuth.client.userInfo(accessToken);
    return [sub, idToken !== null];
  }`,
  peer: `async ({ client, domain, redirectUri, code, codeVerifier }) => {
    const webAuth = new auth0.WebAuth({ domain, clientID: client, redirectUri });
    const call = (run) => new Promise((resolve, reject) =>
      run((error, result) => (error ? reject(new Error(error.description)) : resolve(result))));
    const grant = { grantType: "authorization_code", code, codeVerifier, redirectUri };
    const { accessToken, idToken } = await call((done) => webAuth.client.oauthToken(grant, done));
    const { sub } = await call((done) => webAuth.client.userInfo(accessToken, done));
    return [sub, idToken !== undefined];
  }`,
};

// The bearer token of /userinfo is a header that is not safelisted (Fetch Standard, section 2.2.2):
// no library can avoid its preflight.
const forced = 1;

/**
 * Counts, in a real browser and with a real tenant, the preflights of a login that the standard
 * does not require.
 */
export async function countPreflights(which: Which): Promise<number> {
  const tenant = await startTenant({ port: 0, demoPort: 0 });
  const browser = await chromium.launch({
    executablePath: findChromium(process.platform, process.env) ?? "chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run"],
  });
  try {
    const page = await browser.newPage();
    const redirectUri = `${tenant.demoOrigins[0]}/callback`;
    const code = await getCode(page, tenant, redirectUri);
    await page.evaluate(readFileSync(scripts[which], "utf8"));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    let preflights = 0;
    devtools.on("Network.requestWillBeSent", ({ request }) => {
      if (request.method === "OPTIONS" && request.url.startsWith(tenant.origin)) preflights += 1;
    });
    const given = { client, domain: tenant.origin, redirectUri, code, codeVerifier: verifier };
    const outcome: unknown = await page.evaluate(`(${logIns[which]})(${JSON.stringify(given)})`);
    const [sub, hasIdToken] = z.tuple([z.string(), z.boolean()]).parse(outcome);
    if (!sub || !hasIdToken || preflights < forced) throw new Error("The login did not complete.");
    return preflights - forced;
  } finally {
    await browser.close();
    await tenant.stop();
  }
}

/** Logs in at the tenant with a password, and reads the code from the final redirect. */
async function getCode(page: Page, tenant: RunningTenant, redirectUri: string): Promise<string> {
  const url = new URL(`${tenant.origin}/authorize`);
  url.search = new URLSearchParams({
    client_id: client,
    response_type: "code",
    response_mode: "query",
    redirect_uri: redirectUri,
    scope: "openid profile email",
    state: "s",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  await page.goto(url.href);
  await page.locator("[name=username]").fill("ada@example.com");
  await page.locator("[name=password]").fill("correct-horse-1");
  await page.locator("[type=submit]").first().click();
  await page.waitForURL(`${redirectUri}?**`);
  return new URL(page.url()).searchParams.get("code") ?? "";
}
