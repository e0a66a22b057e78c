import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  authorizePath,
  callback,
  fillIn,
  logIn,
  openRestartingTenant,
  postJson,
  readFragment,
  readJson,
  startTime,
} from "../open-tenant.ts";

const mary = { username: "mary@example.com", password: "second-factor-3" };

const withPkce = {
  response_type: "code",
  response_mode: "query",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
};

/** The verifier of that challenge, as in RFC 7636, appendix B. */
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

const passwordLogin = {
  client_id: "demo-spa",
  credential_type: "http://auth0.com/oauth/grant-type/password-realm",
  username: "ada@example.com",
  password: "correct-horse-1",
  realm: "Username-Password-Authentication",
};

const ticketSchema = z.object({ login_ticket: z.string(), co_verifier: z.string() });

describe("a tenant that restarts after each response", () => {
  test("completes a login from the login page to the tokens of the code", async () => {
    const open = openRestartingTenant();
    const answer = await logIn(open, { ...withPkce, organization: "acme" });
    const { searchParams } = new URL(answer.headers.get("location") ?? "");
    expect(searchParams.get("state")).toBe("state-1");
    const tokens = await open.send("/oauth/token", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "demo-spa",
        redirect_uri: callback,
        code_verifier: verifier,
        code: searchParams.get("code") ?? "",
      }),
    });
    expect(await readJson(tokens)).toHaveProperty("id_token");
  });

  test("completes a login with a second factor and a consent", async () => {
    const open = openRestartingTenant();
    const page = await logIn(open, { prompt: "consent" }, mary);
    expect(page.headers.get("location")).toMatch(/^\/u\/mfa\?/);
    const code = open.tenant.mailbox.list("mary@example.com")[0]?.code ?? "";
    const consent = await fillIn(open, page, { code });
    expect(consent.headers.get("location")).toMatch(/^\/u\/consent\?/);
    const answer = await fillIn(open, consent, { decision: "accept" });
    expect(readFragment(answer)).toHaveProperty("id_token");
  });

  test("redeems the ticket of an embedded login", async () => {
    const open = openRestartingTenant();
    const response = await postJson(open, "/co/authenticate", passwordLogin);
    const { login_ticket } = ticketSchema.parse(await readJson(response));
    const answer = await open.send(authorizePath({ login_ticket }));
    expect(readFragment(answer)).toHaveProperty("id_token");
  });

  test("verifies an embedded login whose cookie was blocked", async () => {
    const open = openRestartingTenant();
    const response = await postJson(open, "/co/authenticate", passwordLogin);
    const ticket = ticketSchema.parse(await readJson(response));
    open.forgetCookies();
    const page = await open.send(authorizePath({ login_ticket: ticket.login_ticket }));
    const state = /name="state" value="(\w+)"/.exec(await page.text())?.[1] ?? "";
    const form = new URLSearchParams({ state, verifier: ticket.co_verifier });
    const answer = await open.send("/co/verify", { method: "POST", body: form });
    expect(readFragment(answer)).toHaveProperty("id_token");
  });

  test("accepts a one-time code, and counts its wrong guesses", async () => {
    const open = openRestartingTenant();
    const start = { client_id: "demo-spa", connection: "email", send: "code" };
    const otp = "http://auth0.com/oauth/grant-type/passwordless/otp";
    const guess = async (username: string, code: string): Promise<Response> =>
      await open.send("/oauth/token", {
        method: "POST",
        body: new URLSearchParams({
          grant_type: otp,
          client_id: "demo-spa",
          realm: "email",
          username,
          otp: code,
        }),
      });
    for (const email of ["one@example.com", "two@example.com"]) {
      await postJson(open, "/passwordless/start", { ...start, email });
    }
    const [first, second] = open.tenant.mailbox.list().map((message) => message.code ?? "");
    expect((await guess("one@example.com", first ?? "")).status).toBe(200);
    for (let count = 0; count < 3; count += 1) await guess("two@example.com", "0");
    expect((await guess("two@example.com", second ?? "")).status).toBe(403);
  });

  test("completes a token request that needs a second factor", async () => {
    const open = openRestartingTenant();
    const ask = async (parameters: Record<string, string>): Promise<Response> =>
      await open.send("/oauth/token", {
        method: "POST",
        body: new URLSearchParams({ client_id: "demo-spa", ...parameters }),
      });
    const refused = await ask({
      grant_type: "http://auth0.com/oauth/grant-type/password-realm",
      realm: passwordLogin.realm,
      ...mary,
    });
    const { mfa_token } = z.object({ mfa_token: z.string() }).parse(await readJson(refused));
    const otp = open.tenant.mailbox.list("mary@example.com")[0]?.code ?? "";
    const grant_type = "http://auth0.com/oauth/grant-type/mfa-otp";
    expect((await ask({ grant_type, mfa_token, otp })).status).toBe(200);
  });

  test("sends a planned response as often as it was planned", async () => {
    const open = openRestartingTenant();
    await open.control("POST", "responses", { path: "/userinfo", status: 503, times: 2 });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await open.send("/userinfo")).status);
    }
    expect(statuses).toEqual([503, 503, 401]);
  });

  test("stores no login that has expired, and forgets all at a reset", async () => {
    const open = openRestartingTenant();
    const page = await open.send(authorizePath());
    expect(open.tenant.save().loginsInProgress?.transactions).toHaveLength(1);
    open.clock.time = startTime + 31 * 60_000;
    expect(open.tenant.save().loginsInProgress?.transactions).toEqual([]);
    open.clock.time = startTime;
    await open.control("POST", "reset");
    const login = new URLSearchParams({ username: "ada@example.com", password: "correct-horse-1" });
    const late = await open.send(page.headers.get("location") ?? "", {
      method: "POST",
      body: login,
    });
    expect(late.status).toBe(400);
  });

  test("leaves out a login whose user was deleted", async () => {
    const open = openRestartingTenant();
    const page = await logIn(open, {}, mary);
    const code = open.tenant.mailbox.list("mary@example.com")[0]?.code ?? "";
    const token = await open.getToken();
    const [user] = open.tenant.save().users.filter((each) => each.email === mary.username);
    const path = `/api/v2/users/${encodeURIComponent(user?.user_id ?? "")}`;
    expect((await open.call(token, "DELETE", path)).status).toBe(204);
    expect(open.tenant.save().loginsInProgress?.transactions).toEqual([]);
    expect((await fillIn(open, page, { code })).status).toBe(400);
  });
});
