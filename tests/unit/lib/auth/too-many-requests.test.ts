import { describe, expect, test } from "vitest";
import { catchAuthError } from "./caught-error.ts";
import { createWebAuth } from "./compared.ts";
import { start } from "./fake-ports.ts";
import { ada, realm, TenantPage } from "./tenant-page.ts";

const ask = (status: number, headers: Record<string, string>) => {
  const fetch = () => new Response("Rate limit exceed", { status, headers });
  return catchAuthError(createWebAuth({ fetch }).client.userInfo("access-1"));
};

describe("a response to too many requests", () => {
  test.each([
    ["Retry-After in seconds", { "Retry-After": "30", "X-RateLimit-Reset": "1" }, 30],
    ["Retry-After as a date", { "Retry-After": new Date(start + 45_000).toUTCString() }, 45],
    ["X-RateLimit-Reset", { "X-RateLimit-Reset": `${start / 1000 + 12}` }, 12],
    ["a time that is over", { "X-RateLimit-Reset": `${start / 1000 - 12}` }, 1],
  ])("contains the time of the next attempt, by %s", async (_how, headers, seconds) => {
    const error = await ask(429, headers);
    expect(error).toMatchObject({
      error: "too_many_requests",
      statusCode: 429,
      retryAfter: seconds,
      remedy: `Wait ${seconds} seconds, then try again.`,
    });
  });

  test.each([
    {},
    { "Retry-After": "soon" },
    { "Retry-After": "9".repeat(400) },
    { "X-RateLimit-Reset": "" },
    { "X-RateLimit-Reset": "Infinity" },
  ])("contains only a request to wait without a valid time: %j", async (headers) => {
    const error = await ask(429, headers);
    expect(error.remedy).toBe("Wait, then try again.");
    expect(error).not.toHaveProperty("retryAfter");
  });

  test("is the only error with a retryAfter", async () => {
    expect(await ask(403, { "X-RateLimit-Reset": "99999999999" })).not.toHaveProperty("retryAfter");
  });

  test("is reported for a port without headers too", async () => {
    const fetch = () => ({ ok: false, status: 429, text: async () => "Rate limit exceed" });
    const error = await catchAuthError(createWebAuth({ fetch }).client.userInfo("access-1"));
    expect(error.remedy).toBe("Wait, then try again.");
  });

  test("has headers at the local tenant that pages may read", async () => {
    const page = new TenantPage();
    await page.open.control("PUT", "faults", { "global-limit-reached": true });
    const { login } = page.create();
    const error = await catchAuthError(login({ email: ada.username, password: "x", realm }));
    expect(error).toMatchObject({ error: "access_denied", statusCode: 429 });
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(error.remedy).toBe(`Wait ${error.retryAfter} seconds, then try again.`);
    const headers = { origin: "http://localhost:4401" };
    const answer = await page.open.send("/co/authenticate", { method: "POST", headers });
    expect(answer.headers.get("access-control-expose-headers")).toContain("x-ratelimit-reset");
  });
});
