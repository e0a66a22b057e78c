import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { matching } from "../../matchers.ts";
import {
  authorizePath,
  callback,
  demoOrigin,
  fillIn,
  issuer,
  openTenant,
  postJson,
  readFragment,
  readJson,
  type OpenTenant,
} from "../../open-tenant.ts";

const path = "/passwordless/start";
const byMail = {
  client_id: "demo-spa",
  connection: "email",
  email: "new@example.com",
  send: "code",
};
const byText = {
  client_id: "demo-spa",
  connection: "sms",
  phone_number: "+4915112345678",
  send: "code",
};
const authParams = {
  response_type: "token id_token",
  redirect_uri: callback,
  scope: "openid email",
  state: "state-1",
  nonce: "nonce-1",
};

async function getLink(open: OpenTenant, send: string | null = "link"): Promise<string> {
  await postJson(open, path, { ...byMail, send, authParams });
  return open.tenant.mailbox.list("new@example.com").at(-1)?.link ?? "";
}

describe("/passwordless/start", () => {
  test("sends a code by email", async () => {
    const open = openTenant();
    const response = await postJson(open, path, byMail);
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(demoOrigin);
    expect(await readJson(response)).toEqual({
      _id: matching(/^\w{24}$/),
      email: "new@example.com",
      email_verified: false,
    });
    expect(open.tenant.mailbox.list()).toEqual([
      {
        kind: "passwordless_code",
        channel: "email",
        to: "new@example.com",
        code: matching(/^\d{6}$/),
        sentAt: "2026-03-01T12:00:00.000Z",
      },
    ]);
  });

  test("sends a code by text message", async () => {
    const open = openTenant();
    const response = await postJson(open, path, byText);
    expect(await readJson(response)).toMatchObject({
      phone_number: "+4915112345678",
      phone_verified: false,
    });
    expect(open.tenant.mailbox.list()).toMatchObject([
      { kind: "passwordless_code", channel: "sms", to: "+4915112345678" },
    ]);
  });

  test.each([["link"], [null]])("sends a link for send=%j", async (send) => {
    const link = await getLink(openTenant(), send);
    expect(link.startsWith(`${issuer}passwordless/verify_redirect?`)).toBe(true);
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
      ...authParams,
      client_id: "demo-spa",
      connection: "email",
      email: "new@example.com",
      verification_code: matching(/^\d{6}$/),
    });
  });

  test.each([
    ["bad.client_id", { ...byMail, client_id: "nobody" }],
    ["bad.connection", { ...byMail, connection: "carrier-pigeon" }],
    ["bad.connection", { ...byMail, connection: undefined }],
    ["bad.email", { ...byMail, email: "new" }],
    ["bad.email", { ...byMail, email: undefined }],
    ["bad.phone_number", { ...byText, phone_number: "0151" }],
    ["bad.request", { ...byMail, phone_number: "+4915112345678" }],
    ["bad.request", { ...byText, email: "new@example.com" }],
    ["bad.request", { ...byMail, send: "pigeon" }],
    ["bad.authParams", { ...byMail, authParams: "state" }],
    ["bad.authParams", { ...byMail, send: "link" }],
    [
      "bad.authParams",
      {
        ...byMail,
        send: "link",
        authParams: { ...authParams, redirect_uri: "https://evil.example" },
      },
    ],
    ["sms_provider_error", { ...byText, phone_number: "+15005550001" }],
  ])("returns %s for %j", async (error, body) => {
    const open = openTenant();
    const response = await postJson(open, path, body);
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({ error });
    expect(open.tenant.mailbox.list()).toEqual([]);
  });

  test("sends at most fifty messages in an hour", async () => {
    const open = openTenant();
    for (let count = 0; count < 50; count += 1) await postJson(open, path, byMail);
    const response = await postJson(open, path, byMail);
    expect(response.status).toBe(429);
    expect(await readJson(response)).toMatchObject({ error: "too_many_requests" });
  });
});

describe("a link in an email", () => {
  test("logs the user in once, and creates the user at the first login", async () => {
    const open = openTenant();
    const link = await getLink(open);
    const { id_token: idToken = "", state } = readFragment(await open.send(link));
    expect(state).toBe("state-1");
    expect(decodeJwt(idToken)).toMatchObject({
      sub: matching(/^email\|/),
      email: "new@example.com",
      email_verified: true,
      nonce: "nonce-1",
    });
    expect(readFragment(await open.send(link))).toMatchObject({ error: "access_denied" });
    const second = readFragment(await open.send(await getLink(open)))["id_token"] ?? "";
    expect(decodeJwt(second).sub).toBe(decodeJwt(idToken).sub);
  });

  test("is invalid after five minutes, after a newer link, or with a changed code", async () => {
    const open = openTenant();
    const late = await getLink(open);
    open.clock.time += 5 * 60_000;
    const stale = await getLink(open);
    const changed = (await getLink(open)).replace(
      /verification_code=\d+/,
      "verification_code=000000",
    );
    for (const link of [late, stale, changed]) {
      expect(readFragment(await open.send(link))).toMatchObject({ error: "access_denied" });
    }
  });

  test("redirects only to allowed callbacks, and shows an error page if it is incomplete", async () => {
    const open = openTenant();
    const link = new URL(await getLink(open));
    const cut = new URL(link);
    cut.searchParams.delete("verification_code");
    expect((await open.send(cut.href)).status).toBe(400);
    link.searchParams.set("redirect_uri", "https://evil.example/");
    const refused = await open.send(link.href);
    expect(refused.status).toBe(400);
    expect(refused.headers.get("location")).toBeNull();
  });
});

describe("/passwordless/verify", () => {
  test("checks a code without redeeming it, and invalidates it after three wrong guesses", async () => {
    const open = openTenant();
    await postJson(open, path, byText);
    const code = open.tenant.mailbox.list()[0]?.code ?? "";
    const verify = async (verificationCode: string): Promise<number> => {
      const body = { ...byText, verification_code: verificationCode };
      return (await postJson(open, "/passwordless/verify", body)).status;
    };
    expect(await verify(code)).toBe(200);
    expect(await verify(code)).toBe(200);
    const wrong = code === "000000" ? "111111" : "000000";
    for (let guess = 0; guess < 3; guess += 1) expect(await verify(wrong)).toBe(401);
    expect(await verify(code)).toBe(401);
    expect((await postJson(open, "/passwordless/verify", {})).status).toBe(400);
  });
});

describe("the passwordless login page", () => {
  test.each([
    ["email", "new@example.com"],
    ["sms", "+4915112345678"],
  ])("requests the recipient for the code by %s, then the code", async (connection, recipient) => {
    const open = openTenant();
    const start = await open.send(authorizePath({ connection }));
    expect(start.headers.get("location")).toMatch(/^\/u\/passwordless\?/);
    const asked = await fillIn(open, start, { recipient });
    expect(await asked.text()).toContain("Enter your code");
    const code = open.tenant.mailbox.list(recipient)[0]?.code ?? "";
    const wrong = await fillIn(open, start, { recipient, code: "0" });
    expect(wrong.status).toBe(400);
    const done = await fillIn(open, start, { recipient, code: ` ${code} ` });
    const { sub } = decodeJwt(readFragment(done)["id_token"] ?? "");
    expect(sub).toMatch(connection === "email" ? /^email\|/ : /^sms\|/);
  });

  test("reports an invalid recipient", async () => {
    const open = openTenant();
    for (const [connection, recipient] of [
      ["email", "new"],
      ["sms", "+15005550001"],
    ] as const) {
      const start = await open.send(authorizePath({ connection }));
      expect((await fillIn(open, start, { recipient })).status).toBe(400);
    }
  });
});
