import { describe, expect, test } from "vitest";
import { allManagementScopes } from "../../../../../lib/management/credentials/management-scopes.ts";
import {
  credentialReportSchema,
  testCredential,
} from "../../../../../lib/management/credentials/test-credential.ts";

const now = Date.UTC(2026, 10, 21, 12);
const audience = "https://tenant.example/api/v2/";
const needed = ["create:token_exchange_profiles", "read:events", "update:connection_profiles"];
const claims = {
  iss: "https://tenant.example/",
  sub: "client-1@clients",
  azp: "client-1",
  aud: audience,
  exp: now / 1000 + 3600,
  scope: needed.join(" "),
};

function toToken(payload: unknown): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${encode({ alg: "RS256", typ: "JWT" })}.${encode(payload)}.c2lnbmF0dXJl`;
}

function report(payload: unknown) {
  return testCredential(toToken(payload), { needed, audience, now });
}

describe("testing a credential", () => {
  test("reports scopes, expiry, holder and audience, marked as not verified", () => {
    expect(report(claims)).toEqual({
      kind: "jwt",
      isVerified: false,
      scopes: { has: needed, lacks: [], beyond: [] },
      expiresAt: now + 3_600_000,
      hasExpired: false,
      holder: { client: "client-1", subject: "client-1@clients" },
      audience: [audience],
      isForThisAudience: true,
      issuer: "https://tenant.example/",
      problems: [],
      isForUser: false,
      message: expect.stringContaining("not verified here"),
    });
  });

  test("reports that a user's token is rejected everywhere here", () => {
    const own = testCredential(toToken({ ...claims, scope: "read:current_user" }), {
      needed: ["read:current_user"],
      audience,
      now,
      isUserLogin: true,
    });
    expect(own).toMatchObject({ problems: [], isForUser: true });
    expect(own.message).toContain("connection profiles and the event stream reject it");
    expect(own.message).not.toContain("all required permissions");
  });

  test.each([
    ["openid profile", "no warning"],
    ["read:users", "1 scope more than required, none of which allows changes."],
    ["read:users delete:users update:users", "3 scopes more than required, 2 of which allow"],
    [[...allManagementScopes].join(" "), `${allManagementScopes.size - 3} scopes more`],
  ])("warns at a read-only tenant of additional scopes: %.40s", (more, words) => {
    const token = toToken({ ...claims, scope: `${needed.join(" ")} ${more}` });
    const read = (isReadOnly: boolean) => {
      const described = testCredential(token, { needed, audience, now, isReadOnly });
      if (described.kind !== "jwt") throw new Error("expected claims");
      return described;
    };
    expect(read(false).excess).toBeUndefined();
    expect(read(true).problems).toEqual([]);
    expect(read(true).excess ?? "no warning").toContain(words);
  });

  test("names missing and additional scopes", () => {
    const described = report({ ...claims, scope: "read:events delete:users" });
    if (described.kind !== "jwt") throw new Error("expected claims");
    expect(described.scopes).toEqual({
      has: ["read:events"],
      lacks: ["create:token_exchange_profiles", "update:connection_profiles"],
      beyond: ["delete:users"],
    });
    expect(described.problems).toEqual([
      expect.stringContaining(
        "lacks the scopes create:token_exchange_profiles, update:connection_profiles.",
      ),
    ]);
  });

  test.each([
    [{ ...claims, exp: now / 1000 }, "expired"],
    [{ ...claims, aud: "https://login.example/api/v2/" }, audience],
    [{ ...claims, aud: ["https://tenant.example/api/v2"] }, audience],
    [{ ...claims, aud: undefined }, audience],
    [{ ...claims, scope: undefined }, "lacks the scopes"],
    [{ ...claims, scope: needed.slice(1).join(" ") }, "lacks the scope create:"],
  ])("has a message for each problem (%#)", (payload, words) => {
    const described = report(payload);
    if (described.kind !== "jwt") throw new Error("expected claims");
    expect(described.problems).toEqual([expect.stringContaining(words)]);
    expect(described.problems[0]).toMatch(/\. Get .*\.$|\. Grant .*\.$/u);
    expect(described.message).toContain("does not meet");
  });

  test("does not call a token that has just expired unusable", () => {
    const described = report({ ...claims, exp: now / 1000 - 299 });
    expect(described).toMatchObject({
      hasExpired: true,
      problems: [expect.stringContaining("this device's clock")],
    });
    expect(report({ ...claims, exp: now / 1000 - 300 })).toMatchObject({
      problems: ["The token has expired. Get a new token."],
    });
  });

  test("recognizes a token of another tenant by its issuer", () => {
    const testIssuer = (iss: unknown) =>
      testCredential(toToken({ ...claims, iss }), { needed, audience, now, issuer: claims.iss });
    expect(testIssuer(claims.iss)).toMatchObject({ problems: [] });
    for (const iss of ["https://tenant.example", "https://other.example/", undefined, 7])
      expect(testIssuer(iss)).toMatchObject({
        problems: [expect.stringContaining("issuer is not this tenant")],
      });
  });

  test("returns a report that can be cloned to another context", () => {
    for (const payload of [claims, { ...claims, exp: undefined, sub: undefined, iss: undefined }])
      expect(credentialReportSchema.parse(structuredClone(report(payload)))).toEqual(
        report(payload),
      );
  });

  test("accepts one audience of several, and a token without an expiry", () => {
    const described = report({ ...claims, aud: ["other", audience], exp: undefined });
    expect(described).toMatchObject({ isForThisAudience: true, hasExpired: false, problems: [] });
    expect(described).not.toHaveProperty("expiresAt");
  });

  test("recognizes a user's login by its subject", () => {
    expect(report({ ...claims, sub: "auth0|1", azp: "demo-spa" })).toMatchObject({
      holder: { client: "demo-spa", subject: "auth0|1" },
    });
  });

  test.each(["opaque", "a.b", "a.b.c", "", "eyJ.eyJ.x", "x".repeat(70_000)])(
    "reports that an opaque token cannot be read (%#)",
    (token) => {
      const described = testCredential(token, { needed, audience, now });
      expect(described.kind).toBe("opaque");
      expect(described.message).toContain("opaque");
    },
  );

  test("accepts a token with pasted surroundings, and repeats none of it", () => {
    const token = toToken(claims);
    const described = testCredential(` Bearer ${token}\n`, { needed, audience, now });
    expect(described.kind).toBe("jwt");
    for (const part of token.split(".")) expect(JSON.stringify(described)).not.toContain(part);
  });
});
