import { describe, expect, test } from "vitest";
import { explainClaims, explainHeader } from "../../../../lib/tokens/explain-claims.ts";

const now = Date.UTC(2026, 10, 21, 12);

describe("an explained claim", () => {
  test("has a plain meaning and the section it comes from", () => {
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
  ])("that is a time says how far it is from now: %s", (exp, relative) => {
    const [claim] = explainClaims({ exp }, { now });
    expect(claim?.time).toEqual({ epochMs: exp * 1000, relative });
  });

  test("takes a time that was written in milliseconds for what was meant", () => {
    const [claim] = explainClaims({ iat: now }, { now });
    expect(claim?.time).toEqual({ epochMs: now, relative: "now" });
  });

  test.each([["soon"], [null], [1e300], [{}]])("has no time where there is none: %j", (exp) => {
    const [claim] = explainClaims({ exp }, { now });
    expect(claim).toMatchObject({ name: "exp", isRegistered: true });
    expect(claim?.time).toBeUndefined();
  });

  test("that nobody registered is shown without a made-up meaning", () => {
    expect(explainClaims({ "https://acme.example/role": "admin" }, { now })).toEqual([
      { name: "https://acme.example/role", value: "admin", isRegistered: false },
    ]);
  });

  test("keeps the token's own order, and names of the language itself are ordinary", () => {
    const names = explainClaims({ sub: "a", constructor: 1, toString: 2, aud: "b" }, { now });
    expect(names.map(({ name, isRegistered }) => [name, isRegistered])).toEqual([
      ["sub", true],
      ["constructor", false],
      ["toString", false],
      ["aud", true],
    ]);
  });
});

test("a header's addresses are explained as never fetched", () => {
  const [alg, jku] = explainHeader({ alg: "RS256", jku: "https://evil.example/" }, { now });
  expect(alg?.title).toBe("Algorithm");
  expect(jku?.meaning).toMatch(/never fetched/iu);
});
