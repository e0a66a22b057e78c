import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { readBody } from "../../../../tenant/http/request-body.ts";
import type { TenantApp } from "../../../../tenant/http/tenant-app.ts";

async function read(contentType: string, body: string): Promise<unknown> {
  const app: TenantApp = new Hono();
  app.post("/", async (c) => c.json(await readBody(c)));
  const headers = { "content-type": contentType };
  const response = await app.request("/", { method: "POST", headers, body });
  return await response.json();
}

const form = "application/x-www-form-urlencoded; charset=utf-8";

describe("reading a body", () => {
  test("builds objects and lists from the names of a form", async () => {
    expect(await read(form, "a=1&b[c]=2&b[d][]=3&e=4&e=5")).toEqual({
      ok: true,
      value: { a: "1", b: { c: "2", d: ["3"] }, e: ["4", "5"] },
    });
  });

  test.each(["a=1&a[b]=2", "a[b]=1&a=2", "a[b=1", "a[b][c][d][e][f]=1", "[a]=1"])(
    "rejects the form %s with inconsistent names",
    async (body) => {
      expect(await read(form, body)).toEqual({ ok: false, failure: "not-form" });
    },
  );

  test("accepts a hundred levels of objects and lists, and rejects one more", async () => {
    const nest = (levels: number): string =>
      `${'{"a":['.repeat(levels / 2)}${"]}".repeat(levels / 2)}`;
    expect(await read("application/json", nest(100))).toMatchObject({ ok: true });
    for (const levels of [102, 6000, 200_000]) {
      expect(await read("application/json", nest(levels))).toEqual({
        ok: false,
        failure: "too-deep",
      });
    }
  });

  test("does not set a prototype from a field name", async () => {
    const result = await read(form, "__proto__[polluted]=1");
    expect(JSON.stringify(result)).toContain('"__proto__":{"polluted":"1"}');
    expect({}).not.toHaveProperty("polluted");
  });
});
