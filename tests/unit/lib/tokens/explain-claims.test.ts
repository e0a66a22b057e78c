import { describe, expect, test } from "vitest";
import { explainClaims, explainHeader } from "../../../../lib/tokens/explain-claims.ts";

const now = Date.UTC(2026, 10, 21, 12);

describe("explainClaims", () => {
  test("returns the meaning of a claim, and the section that defines it", () => {
    const [claim] = explainClaims({ iss: "https://tenant.example/" }, { now });
    expect(claim).toMatchObject({
      name: "iss",
      value: "https://tenant.example/",
      isRegistered: true,
      title: "Issuer",
      source: "RFC 7519, section 4.1.1",
    });
  });

  test.each([
    [now / 1000 + 300, "in 5 minutes"],
    [now / 1000 - 2 * 3600, "2 hours ago"],
    [now / 1000 - 1, "1 second ago"],
    [now / 1000 + 0.4, "now"],
    [now / 1000 + 3 * 86_400, "in 3 days"],
    [now / 1000 + 800 * 86_400, "in 2 years"],
  ])("formats a time relative to now: %s", (exp, relative) => {
    const [claim] = explainClaims({ exp }, { now });
    expect(claim?.time).toEqual({ epochMs: exp * 1000, relative });
  });

  test("interprets a time in milliseconds as that time", () => {
    const [claim] = explainClaims({ iat: now }, { now });
    expect(claim?.time).toEqual({ epochMs: now, relative: "now" });
  });

  test.each([["soon"], [null], [1e300], [{}]])("returns no time for %j", (exp) => {
    const [claim] = explainClaims({ exp }, { now });
    expect(claim).toMatchObject({ name: "exp", isRegistered: true });
    expect(claim?.time).toBeUndefined();
  });

  test("returns no meaning for an unregistered claim", () => {
    expect(explainClaims({ "https://acme.example/role": "admin" }, { now })).toEqual([
      { name: "https://acme.example/role", value: "admin", isRegistered: false },
    ]);
  });

  test("keeps the order of the token, also with names of built-in properties", () => {
    const names = explainClaims({ sub: "a", constructor: 1, toString: 2, aud: "b" }, { now });
    expect(names.map(({ name, isRegistered }) => [name, isRegistered])).toEqual([
      ["sub", true],
      ["constructor", false],
      ["toString", false],
      ["aud", true],
    ]);
  });
});

test("explains that the URLs of a header are never fetched", () => {
  const [alg, jku] = explainHeader({ alg: "RS256", jku: "https://evil.example/" }, { now });
  expect(alg?.title).toBe("Algorithm");
  expect(jku?.meaning).toMatch(/never fetched/iu);
});
