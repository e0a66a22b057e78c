import { describe, expect, test } from "vitest";
import { openTenant, readJson } from "../open-tenant.ts";
import { matching } from "../matchers.ts";

const discovery = "/.well-known/openid-configuration";

describe("a planned response", () => {
  test("is sent for the planned number of requests to its route only", async () => {
    const open = openTenant();
    await open.control("POST", "responses", { path: discovery, status: 503, times: 2 });
    expect((await open.send("/.well-known/jwks.json")).status).toBe(200);
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await open.send(discovery)).status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  test("replaces the route, which does not run", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const path = "/api/v2/token-exchange-profiles";
    await open.control("POST", "responses", { path, method: "POST", status: 500 });
    const response = await open.call(token, "POST", path, {
      name: "Never made",
      subject_token_type: "urn:acme:never",
      action_id: "act_demo_legacy",
      type: "custom_authentication",
    });
    expect(await readJson(response)).toMatchObject({
      statusCode: 500,
      error: "Internal Server Error",
      message: matching(/planned/),
    });
    expect(await readJson(await open.call(token, "GET", path))).toEqual({
      token_exchange_profiles: [],
    });
  });

  test("can have its own headers and body", async () => {
    const open = openTenant();
    const plan = { path: "/userinfo", status: 429, headers: { "retry-after": "7" }, body: "[1]" };
    await open.control("POST", "responses", plan);
    const response = await open.send("/userinfo");
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("7");
    expect(await response.text()).toBe("[1]");
  });

  test("is delayed and otherwise unchanged", async () => {
    const open = openTenant();
    await open.control("POST", "responses", { path: discovery, delay: 20 });
    const order: string[] = [];
    const ask = async (path: string): Promise<void> => {
      const response = await open.send(path);
      order.push(`${path} ${response.status}`);
    };
    await Promise.all([ask(discovery), ask("/.well-known/jwks.json")]);
    expect(order).toEqual(["/.well-known/jwks.json 200", `${discovery} 200`]);
  });

  test("is sent at once if it is cleared during its delay", async () => {
    const open = openTenant();
    await open.control("POST", "responses", { path: discovery, delay: 600_000 });
    const waiting = open.send(discovery);
    expect(await open.control("GET", "responses")).toEqual({ planned: [] });
    await open.control("DELETE", "responses");
    expect((await waiting).status).toBe(200);
  });

  test("has half of its body if the plan says broken", async () => {
    const open = openTenant();
    const whole = await (await open.send(discovery)).text();
    await open.control("POST", "responses", { path: discovery, broken: true });
    const response = await open.send(discovery);
    const half = await response.text();
    expect(response.status).toBe(200);
    expect(half).toBe(whole.slice(0, Math.ceil(whole.length / 2)));
    expect(() => void JSON.parse(half)).toThrow(SyntaxError);
  });

  test("ends after the number of bytes in cut", async () => {
    const open = openTenant();
    await open.control("POST", "responses", { path: discovery, cut: 10 });
    const reader = (await open.send(discovery)).body?.getReader();
    expect((await reader?.read())?.value).toHaveLength(10);
    // The second is what a reader learns over the sandbox's ports.
    await expect(reader?.read()).rejects.toThrow(/cut this response|ended before its response/);
  });

  test("is listed until it is sent or cleared", async () => {
    const open = openTenant();
    await open.control("POST", "responses", { path: "/userinfo", status: 500 });
    expect(await open.control("GET", "responses")).toEqual({
      planned: [{ path: "/userinfo", status: 500, times: 1 }],
    });
    expect(await open.control("DELETE", "responses")).toEqual({ planned: [] });
    expect((await open.send("/userinfo")).status).toBe(401);
  });

  test.each([
    {},
    { path: "userinfo", status: 500 },
    { path: "/_control/log", status: 500 },
    { path: "/userinfo", status: 100 },
    { path: "/userinfo", body: "x" },
    { path: "/userinfo", times: 0 },
    { path: "/userinfo", headers: { "x\ny": "1" } },
  ])("cannot be %j", async (plan) => {
    expect(await openTenant().control("POST", "responses", plan)).toEqual({
      error: matching(/^Send JSON with path/),
    });
  });
});
