import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { issuerOf, parseDomain, permissionPatternOf } from "../../../../lib/messages/domain.ts";
import { tenantSchema } from "../../../../lib/messages/tenant.ts";

describe("a typed domain", () => {
  test.each([
    ["acme.us.example.com", "https://acme.us.example.com"],
    ["  ACME.example  ", "https://acme.example"],
    ["acme.example/", "https://acme.example"],
    ["acme.example///", "https://acme.example"],
    ["https://acme.example", "https://acme.example"],
    ["HTTPS://acme.example/", "https://acme.example"],
    ["https://acme.example:8443", "https://acme.example:8443"],
    ["acme.example:443", "https://acme.example"],
    ["münchen.example", "https://xn--mnchen-3ya.example"],
    ["localhost:4400", "http://localhost:4400"],
    ["localhost:80", "http://localhost"],
    ["localhost:443", "http://localhost:443"],
    ["127.0.0.1:4400/", "http://127.0.0.1:4400"],
    ["[::1]:4400", "https://[::1]:4400"],
    ["http://localhost:4400", "http://localhost:4400"],
    ["https://localhost:4400", "https://localhost:4400"],
  ])("%j has the origin %j", (typed, origin) => {
    expect(parseDomain(typed)).toEqual({ origin });
  });

  test.each([
    ["", "Enter the tenant's domain"],
    ["   ", "Enter the tenant's domain"],
    ["/", "not a domain"],
    ["https://", "not a domain"],
    ["acme example", "not a domain"],
    ["acme.example:99999", "not a domain"],
    ["*.example.com", "not a domain"],
    ["acme,example", "not a domain"],
    ["acme&example.com", "not a domain"],
    ["https://*/", "not a domain"],
    ["ftp://acme.example", "must use https"],
    ["chrome-extension://abcdef", "must use https"],
    ["acme.example/login", "only the domain"],
    ["acme.example?client=1", "only the domain"],
    ["https://acme.example/#top", "only the domain"],
    ["ada@acme.example", "only the domain"],
    ["https://:secret@acme.example", "only the domain"],
    ["http://acme.example", "Plain http"],
    // Neither the permissions nor the policy of the extension's pages name these hosts.
    ["http://[::1]:4400", "Plain http"],
    ["http://app.localhost:4400", "Plain http"],
    ["http://localhost.acme.example", "Plain http"],
    ["http://127.0.0.1.acme.example", "Plain http"],
    [`${"a.".repeat(200)}example`, "must not exceed 300 characters"],
  ])("%j causes the message: %s", (typed, words) => {
    const parsed = parseDomain(typed);
    expect(parsed).toHaveProperty("problem", expect.stringContaining(words));
    expect(parsed).toHaveProperty("problem", expect.stringMatching(/^[A-Z].*\.$/));
  });

  test("a secret in the input is never repeated in the message", () => {
    expect(JSON.stringify(parseDomain("https://ada:hunter2@acme.example"))).not.toContain(
      "hunter2",
    );
  });

  const typed = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.domain(),
    fc
      .tuple(
        fc.constantFrom("", "http://", "https://", "HTTP://", "ftp://", "//"),
        fc.constantFrom("localhost", "127.0.0.1", "[::1]", "acme.example", "127.1", "LOCALHOST."),
        fc.constantFrom("", ":80", ":443", ":4400", ":", "/", "//", "/x", "?", "#", "?x"),
      )
      .map((parts) => parts.join("")),
  );

  test("any input gives an origin without a path or a message, and never an exception", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const parsed = parseDomain(text);
        if ("problem" in parsed) return parsed.problem.endsWith(".");
        const url = new URL(parsed.origin);
        expect(url.origin).toBe(parsed.origin);
        expect(tenantSchema.shape.origin.safeParse(parsed.origin).success).toBe(true);
        const isReachable = ["localhost", "127.0.0.1"].includes(url.hostname);
        expect(url.protocol === "https:" || isReachable).toBe(true);
        return true;
      }),
      { numRuns: 2_000 },
    );
  });

  test("a parsed origin parses to itself", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const parsed = parseDomain(text);
        fc.pre("origin" in parsed);
        expect(parseDomain(parsed.origin)).toEqual(parsed);
      }),
      { numRuns: 1_000 },
    );
  });
});

test("the issuer of a tenant is its origin with a slash", () => {
  expect(issuerOf({ origin: "http://localhost:4400" })).toBe("http://localhost:4400/");
});

test.each([
  ["https://acme.example", "https://acme.example/*"],
  ["https://acme.example:8443", "https://acme.example/*"],
  ["http://localhost:4400", "http://localhost/*"],
])("the permission for %s covers only its host", (origin, pattern) => {
  expect(permissionPatternOf(origin)).toBe(pattern);
});
