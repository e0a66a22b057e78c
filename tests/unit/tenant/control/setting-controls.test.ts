import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createTenant } from "../../../../tenant/app.ts";
import {
  authorizePath,
  demoOrigin,
  logIn,
  openTenant,
  origin,
  postJson,
  readFragment,
  readJson,
  sharedKeys,
  startTime,
} from "../open-tenant.ts";
import { listWith, matching } from "../matchers.ts";

const profilesPath = "/api/v2/token-exchange-profiles";

function readPart(jwt: string, index: number): unknown {
  return JSON.parse(atob((jwt.split(".")[index] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
}

describe("the control of limits", () => {
  test("lists all limits, changes the named limits and keeps the others", async () => {
    const open = openTenant();
    const before = z.record(z.string(), z.number()).parse(await open.control("GET", "limits"));
    const after = await open.control("PATCH", "limits", { requestsPerWindow: 7 });
    expect(after).toEqual({ ...before, requestsPerWindow: 7 });
    expect(await open.control("GET", "limits")).toEqual(after);
  });

  test("takes effect with the next request, for lower and higher limits", async () => {
    const open = openTenant();
    const token = await open.getToken();
    await open.call(token, "GET", profilesPath);
    await open.control("PATCH", "limits", { requestsPerWindow: 1, rateLimitWindow: 5000 });
    const first = await open.call(token, "GET", profilesPath);
    expect(first.headers.get("x-ratelimit-reset")).toBe(String(startTime / 1000 + 5));
    expect((await open.call(token, "GET", profilesPath)).status).toBe(429);
    await open.control("PATCH", "limits", { requestsPerWindow: 10 });
    expect((await open.call(token, "GET", profilesPath)).status).toBe(200);
  });

  test("caps the number of token exchange profiles", { tags: ["limits.tep-count"] }, async () => {
    const open = openTenant();
    await open.control("PATCH", "limits", { tokenExchangeProfiles: 0 });
    const response = await open.call(await open.getToken(), "POST", profilesPath, {
      name: "One too many",
      subject_token_type: "urn:acme:one",
      action_id: "act_demo_legacy",
      type: "custom_authentication",
    });
    expect(await readJson(response)).toMatchObject({
      statusCode: 403,
      errorCode: "too_many_entities",
    });
  });

  test.each([
    { requestsPerWindow: -1 },
    { streamLifetime: 0 },
    { noSuchLimit: 1 },
    { eventStreams: "2" },
  ])("rejects %j", async (change) => {
    expect(await openTenant().control("PATCH", "limits", change)).toEqual({
      error: matching(/^Send JSON with whole numbers/),
    });
  });
});

describe("the control of the clock", () => {
  test("moves all times of the tenant by whole seconds", async () => {
    const open = openTenant();
    expect(await open.control("PUT", "clock", { skew: 120 })).toEqual({
      skew: 120,
      time: "2026-03-01T12:02:00.000Z",
    });
    const { id_token: jwt = "" } = readFragment(await logIn(open));
    expect(readPart(jwt, 1)).toMatchObject({ iat: startTime / 1000 + 120 });
    expect(await open.control("PUT", "clock", { skew: 0 })).toMatchObject({ skew: 0 });
    expect(await open.control("GET", "clock")).toMatchObject({ time: "2026-03-01T12:00:00.000Z" });
  });

  test.each([{ skew: 1e9 }, { skew: 0.5 }, {}])("rejects %j", async (body) => {
    expect(await openTenant().control("PUT", "clock", body)).toHaveProperty("error");
  });
});

describe("the control of clients", () => {
  test("signs all later ID tokens of a client with the other algorithm", async () => {
    const open = openTenant();
    for (const alg of ["HS256", "RS256"]) {
      await open.control("PATCH", "clients/demo-spa", { id_token_signing_alg: alg });
      const { id_token: jwt = "" } = readFragment(await logIn(open));
      expect(readPart(jwt, 0)).toMatchObject({ alg });
      open.forgetCookies();
    }
  });

  test("replaces the callbacks and the web origins, for extensions of any browser", async () => {
    const open = openTenant();
    const extension = "moz-extension://0f6e79c7-a7f5-4d5e-8b43-c5ab720e5c0a";
    const redirect_uri = `${extension}/`;
    const silent = { redirect_uri, response_mode: "web_message", prompt: "none" };
    expect((await open.send(authorizePath(silent))).status).toBe(400);
    await open.control("PATCH", "clients/demo-spa", { callbacks: [redirect_uri] });
    expect((await open.send(authorizePath(silent))).status).toBe(403);
    await open.control("PATCH", "clients/demo-spa", { web_origins: [extension] });
    const page = await open.send(authorizePath(silent));
    expect(await page.text()).toContain(`targetOrigin":"${extension}"`);
    expect(page.headers.get("x-frame-options")).toBeNull();
    // The list replaced the seeded callbacks.
    expect((await open.send(authorizePath())).status).toBe(400);
  });

  test("replaces the allowed logout URLs, the grants and cross-origin authentication", async () => {
    const open = openTenant();
    const returnTo = "https://elsewhere.example/bye";
    await open.control("PATCH", "clients/demo-spa", {
      allowed_logout_urls: [returnTo],
      grant_types: ["authorization_code"],
      cross_origin_authentication: false,
    });
    const query = new URLSearchParams({ client_id: "demo-spa", returnTo });
    const loggedOut = await open.send(`/v2/logout?${query.toString()}`);
    expect(loggedOut.headers.get("location")).toBe(returnTo);
    const body = new URLSearchParams({ grant_type: "refresh_token", client_id: "demo-spa" });
    const refreshed = await open.send("/oauth/token", { method: "POST", body });
    expect(await readJson(refreshed)).toMatchObject({ error: "unauthorized_client" });
    const credentials = {
      client_id: "demo-spa",
      credential_type: "http://auth0.com/oauth/grant-type/password-realm",
      username: "ada@example.com",
      password: "correct-horse-1",
      realm: "Username-Password-Authentication",
    };
    const login = await postJson(open, "/co/authenticate", credentials);
    expect(await readJson(login)).toMatchObject({ error: "unauthorized_client" });
  });

  test("keeps changed settings of clients over a restart, and no others", async () => {
    const open = openTenant();
    const callbacks = ["https://elsewhere.example/callback"];
    await open.control("PATCH", "clients/demo-spa", { callbacks });
    await open.tenant.ready;
    const state = open.tenant.save();
    expect(state.clientSettings).toEqual({ "demo-spa": { callbacks } });
    const next = createTenant({ origin, demoOrigins: [demoOrigin], keys: sharedKeys, state });
    expect(next.save().clientSettings).toMatchObject({ "demo-spa": { callbacks } });
  });

  test.each([
    { id_token_signing_alg: "none" },
    { callbacks: ["/relative"] },
    { callbacks: ["https://app.example/#fragment"] },
    { web_origins: ["https://app.example/path"] },
    { grant_types: ["magic"] },
    { client_secret: "stolen" },
    {},
  ])("rejects the change of a client to %j", async (change) => {
    const open = openTenant();
    const rejected = await open.control("PATCH", "clients/demo-spa", change);
    expect(rejected).toEqual({ error: matching(/^Send JSON with id_token_signing_alg/) });
    expect(open.tenant.save().clientSettings).toEqual({});
  });

  test("rejects an unknown client", async () => {
    const body = { id_token_signing_alg: "RS256" };
    const rejected = await openTenant().control("PATCH", "clients/nobody", body);
    expect(rejected).toEqual({ error: matching(/^No client has this ID/) });
  });
});

describe("the control of keys", () => {
  test("signs with a new key, and keeps tokens of the previous key valid", async () => {
    const open = openTenant();
    const before = await open.getToken();
    const rotated = await open.control("POST", "keys/rotate");
    const after = await open.getToken();
    expect(readPart(after, 0)).toMatchObject(z.object({ kid: z.string() }).parse(rotated));
    for (const token of [before, after]) {
      expect((await open.call(token, "GET", profilesPath)).status).toBe(200);
    }
  });
});

describe("the control of rules", () => {
  test("lists the number of runs of each rule", async () => {
    const open = openTenant();
    await logIn(open);
    expect(await open.control("GET", "rules")).toMatchObject({ rules: [{ runs: 1 }] });
  });
});

describe("the reset", () => {
  test("restores the seed data: users, profiles, clients, clock, limits, faults, plans", async () => {
    const open = openTenant();
    await open.tenant.ready;
    const seeded = open.tenant.save();
    await open.control("POST", "users", { email: "new@example.com", password: "a-password-3" });
    const admin = await open.getToken();
    await open.call(admin, "PATCH", "/api/v2/connection-profiles/cop_8vQ2mWkT5nRdXb7LcYpHsJ", {
      name: "changed",
    });
    await logIn(open);
    await open.control("PATCH", "clients/demo-spa", { id_token_signing_alg: "HS256" });
    await open.control("PATCH", "clients/demo-spa", { callbacks: [], web_origins: [] });
    await open.control("PATCH", "limits", { eventStreams: 1 });
    await open.control("PUT", "faults", { "wrong-key": true });
    await open.control("PUT", "clock", { skew: 60 });
    await open.control("POST", "responses", { path: "/userinfo", status: 500 });
    expect(open.tenant.save()).not.toEqual(seeded);
    expect(await open.control("POST", "reset")).toEqual({ reset: true });
    const { events, ...state } = open.tenant.save();
    const { events: seededEvents, ...seededState } = seeded;
    expect(state).toEqual(seededState);
    expect(events).toMatchObject({ end: 0, events: [] });
    expect(events.run).not.toBe(seededEvents.run);
    expect(await open.control("GET", "responses")).toEqual({ planned: [] });
  });

  test("ends open streams, and expires their cursors", async () => {
    const open = openTenant();
    await open.control("POST", "events", { count: 2 });
    const cursor = cursorOf(open.tenant.save().events.events[0]?.frame ?? "");
    const token = await open.getToken("read:events");
    const fine = await open.call(token, "GET", `/api/v2/events?from=${cursor}`);
    expect(fine.status).toBe(200);
    await fine.body?.cancel();
    await open.control("POST", "reset");
    const response = await open.call(token, "GET", `/api/v2/events?from=${cursor}`);
    expect(response.status).toBe(410);
  });
});

function cursorOf(frame: string): string {
  return /^id: (\S+)$/m.exec(frame)?.[1] ?? "";
}

describe("the control of users", () => {
  test("blocks and unblocks a user, and emits user.updated for both", async () => {
    const open = openTenant();
    const id = encodeURIComponent("auth0|65f1c0ada000000000000001");
    for (const blocked of [true, false]) {
      expect(await open.control("PATCH", `users/${id}`, { blocked })).toEqual({ blocked });
      expect(open.tenant.save().users).toEqual(listWith({ email: "ada@example.com", blocked }));
    }
    const { events } = open.tenant.save().events;
    expect(events.map((event) => event.type)).toEqual(["user.updated", "user.updated"]);
    expect(events[0]?.frame).toContain('"blocked":true');
    expect(await open.control("PATCH", "users/nobody", { blocked: true })).toHaveProperty("error");
  });
});
