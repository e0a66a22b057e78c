import { describe, expect, it } from "vitest";
import { openTenant } from "./open-tenant.ts";
import { fuzzTenant } from "../../fuzz/fuzz-tenant.ts";

describe("the tenant under requests made from its schemas", () => {
  it("never fails, gives every documented status and no other, and is reached with valid tokens", async () => {
    const report = await fuzzTenant(20_260_301, (requests) => requests >= 12_000);
    expect(report.problems.slice(0, 5)).toEqual([]);
    expect(report.missing).toEqual([]);
    expect(report.reached / report.requests).toBeGreaterThan(0.3);
  }, 30_000);

  // Found by a longer run: text made of such an object throws.
  it.each(["/co/authenticate", "/_control"])(
    "takes a form's object with a toString of its own for what it is, at %s",
    async (path) => {
      const body = new URLSearchParams([
        ["do", "block"],
        ["user[toString]", "1"],
        ["client_id[toString]", "1"],
      ]);
      const response = await openTenant().send(path, { method: "POST", body });
      expect(response.status).toBeLessThan(500);
    },
  );
});
