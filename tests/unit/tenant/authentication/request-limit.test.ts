import { describe, expect, test } from "vitest";
import {
  authorizePath,
  demoOrigin,
  logIn,
  openTenant,
  postJson,
  readFragment,
  startTime,
  type OpenTenant,
} from "../open-tenant.ts";

const minute = 60_000;

async function askUserinfo(open: OpenTenant, token: string): Promise<Response> {
  return await open.send("/userinfo", {
    headers: { authorization: `Bearer ${token}`, origin: demoOrigin },
  });
}

async function renew(open: OpenTenant): Promise<Response> {
  return await open.send(authorizePath({ prompt: "none", response_mode: "web_message" }));
}

/** Returns the statuses of this number of consecutive silent renewals. */
async function renewOften(open: OpenTenant, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await renew(open)).status);
  return statuses;
}

describe("silent renewal over the limit", () => {
  test(
    "is allowed once in fifteen minutes after the burst",
    { tags: ["limits.check-session-interval"] },
    async () => {
      const open = openTenant({ silentRenewals: 3 });
      await logIn(open);
      expect(await renewOften(open, 4)).toEqual([200, 200, 200, 429]);
      open.clock.time += 15 * minute - 1;
      expect(await renewOften(open, 1)).toEqual([429]);
      open.clock.time += 1;
      expect(await renewOften(open, 2)).toEqual([200, 429]);
      for (let count = 0; count < 8; count += 1) {
        open.clock.time += 15 * minute;
        expect(await renewOften(open, 1)).toEqual([200]);
      }
    },
  );

  test(
    "is rejected with a page that posts no message, and with the rate limit headers",
    { tags: ["limits.rate-limit-headers"] },
    async () => {
      const open = openTenant({ silentRenewals: 1 });
      await logIn(open);
      await renew(open);
      const refused = await renew(open);
      expect(refused.headers.get("x-ratelimit-limit")).toBe("1");
      expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
      expect(refused.headers.get("x-ratelimit-reset")).toBe(
        String((startTime + 15 * minute) / 1000),
      );
      expect(refused.headers.get("content-type")).toContain("text/html");
      expect(await refused.text()).not.toContain("postMessage");
    },
  );

  test("of one session does not count for a login or for another session", async () => {
    const open = openTenant({ silentRenewals: 1 });
    await logIn(open);
    expect(await renewOften(open, 2)).toEqual([200, 429]);
    expect((await open.send(authorizePath())).status).toBe(302);
    open.forgetCookies();
    await logIn(open);
    expect(await renewOften(open, 1)).toEqual([200]);
  });

  test("without a session is always rejected with login_required", async () => {
    const open = openTenant({ silentRenewals: 1 });
    expect(await renewOften(open, 3)).toEqual([200, 200, 200]);
    expect(await (await renew(open)).text()).toContain("login_required");
  });
});

describe("/userinfo of one user", () => {
  test("allows ten requests in a row, then five a minute, and rejects the others in plain text", async () => {
    const open = openTenant();
    const { access_token: token = "" } = readFragment(await logIn(open));
    for (let left = 9; left >= 0; left -= 1) {
      const response = await askUserinfo(open, token);
      expect(response.status).toBe(200);
      expect(response.headers.get("x-ratelimit-remaining")).toBe(String(left));
    }
    const refused = await askUserinfo(open, token);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toBe("Rate limit exceed");
    expect(refused.headers.get("access-control-allow-origin")).toBe(demoOrigin);
    expect(refused.headers.get("x-ratelimit-reset")).toBe(String(startTime / 1000 + 12));
    open.clock.time += minute;
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await askUserinfo(open, token)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("does not count for another user", async () => {
    const open = openTenant({ userinfoRequests: 1 });
    const grace = { username: "grace@example.com", password: "battery-staple-2" };
    for (const user of [undefined, grace]) {
      const { access_token: token = "" } = readFragment(
        await logIn(open, { prompt: "login" }, user),
      );
      expect((await askUserinfo(open, token)).status).toBe(200);
      expect((await askUserinfo(open, token)).status).toBe(429);
    }
  });
});

describe("every route that has a limit", () => {
  test.each([
    ["/oauth/token", "POST"],
    ["/dbconnections/signup", "POST"],
    ["/userinfo", "GET"],
    ["/co/verify", "POST"],
    ["/authorize", "GET"],
  ])(
    "sends limit, remaining and reset when %s is rejected",
    { tags: ["limits.rate-limit-headers"] },
    async (path, method) => {
      const open = openTenant();
      await open.control("PUT", "faults", { "global-limit-reached": true });
      const response = await open.send(path, { method });
      expect(response.status).toBe(429);
      expect(response.headers.get("x-ratelimit-limit")).toBe("1000");
      expect(response.headers.get("x-ratelimit-remaining")).toBe("0");
      expect(Number(response.headers.get("x-ratelimit-reset"))).toBe(startTime / 1000 + 60);
    },
  );

  test("counts down the remaining requests, such as the emails of a password reset", async () => {
    const open = openTenant();
    const body = {
      client_id: "demo-spa",
      email: "ada@example.com",
      connection: "Username-Password-Authentication",
    };
    const left: (string | null)[] = [];
    for (let count = 0; count < 11; count += 1) {
      const response = await postJson(open, "/dbconnections/change_password", body);
      left.push(response.headers.get("x-ratelimit-remaining"));
    }
    expect(left).toEqual(["9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "0"]);
  });
});
