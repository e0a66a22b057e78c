import { describe, expect, test } from "vitest";
import {
  explainClaims,
  explainHeader,
  explainMember,
} from "../../../../lib/tokens/explain-claims.ts";

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
    [now / 1000 + 300, "in 5 min"],
    [now / 1000 - 2 * 3600, "2 h ago"],
    [now / 1000 - 1, "1 s ago"],
    [now / 1000 + 0.4, "now"],
    [now / 1000 + 3 * 86_400, "in 3 days"],
    [now / 1000 + 800 * 86_400, "in 2 years 70 days"],
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
    expect(explainClaims({ role: "admin" }, { now })).toEqual([
      { name: "role", value: "admin", isRegistered: false },
    ]);
  });

  test("explains that a claim named by a URL is custom", () => {
    const [claim] = explainClaims({ "https://acme.example/role": "admin" }, { now });
    expect(claim).toMatchObject({ isRegistered: false });
    expect(claim?.meaning).toMatch(/^A custom claim/u);
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

test.each([
  [["address", "country"], "OpenID Connect Core 1.0, section 5.1.1"],
  [["cnf", "jkt"], "RFC 9449, section 6.1"],
  [["act", "sub"], "RFC 7519, section 4.1.2"],
  [["act", "act", "sub"], "RFC 7519, section 4.1.2"],
  [["act", "roles", "sub"], undefined],
  [["acme", "sub"], undefined],
  [["address", "constructor"], undefined],
])("returns the source of the member %j", (path, source) => {
  expect(explainMember(path, "a").source).toBe(source);
});

test("returns the time of an actor's member that is one", () => {
  expect(explainMember(["act", "iat"], 1).time).toBe(1_000);
  expect(explainMember(["act", "iat"], "1").time).toBeUndefined();
  expect(explainMember(["other", "iat"], 1).time).toBeUndefined();
});

describe("explainHeader", () => {
  test("explains alg and kid of a JWE as the parameters of an encryption", () => {
    const [alg, enc, kid] = explainHeader(
      { alg: "RSA-OAEP-256", enc: "A256GCM", kid: "key-1" },
      { now },
    );
    expect(alg?.source).toBe("RFC 7516, section 4.1.1");
    expect(enc?.meaning).toBe("The algorithm that encrypts the content.");
    expect(kid?.meaning).toBe("The recipient's key that decrypts the token.");
    const [signature] = explainHeader({ alg: "RS256" }, { now });
    expect(signature?.source).toBe("RFC 7515, section 4.1.1");
  });
});
