import { describe, expect, test } from "vitest";
import { decodeToken } from "../../../../lib/tokens/decode-token.ts";
import type { FindingsContext } from "../../../../lib/tokens/finding.ts";
import { findFindings } from "../../../../lib/tokens/findings.ts";
import { encode, writeToken } from "./sign-token.ts";

const now = Date.UTC(2026, 10, 21, 12);
const seconds = now / 1000;
const tenantIssuer = "https://tenant.example/";
const header = { alg: "RS256", typ: "JWT", kid: "key-1" };
const payload = {
  iss: tenantIssuer,
  sub: "db|1",
  aud: "demo-spa",
  iat: seconds - 10,
  exp: seconds + 3600,
  nonce: "n-1",
};
const login: FindingsContext = {
  now,
  use: "id_token",
  tenantIssuer,
  otherIssuers: ["https://login.example/"],
  clientId: "demo-spa",
  nonce: "n-1",
};

function inspect(
  changes: { header?: object; payload?: object; signature?: string },
  context: Partial<FindingsContext> = {},
) {
  const text = writeToken(
    { ...header, ...changes.header },
    { ...payload, ...changes.payload },
    changes.signature,
  );
  return inspectText(text, { ...login, ...context });
}

function inspectText(text: string, context: FindingsContext) {
  const decoded = decodeToken(text);
  if (!decoded.ok) throw new Error(decoded.failure.message);
  return findFindings({ token: decoded.token, context });
}

/** Describes a change for a test's title. A removed value is absent. */
const label = (change: object) =>
  JSON.stringify(change, (_, value: unknown) => (value === undefined ? "(absent)" : value));

const summarize = (findings: ReturnType<typeof inspect>) =>
  findings.map(({ id, severity }) => `${severity} ${id}`);

describe("findFindings", () => {
  test("finds nothing in a valid ID token", () => {
    expect(inspect({})).toEqual([]);
  });

  test("reports HS256 with the error of version 10 and the setting to change", () => {
    const [finding, ...others] = inspect({ header: { alg: "HS256", kid: undefined } });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      id: "alg-hs256",
      severity: "error",
      libraryError: "invalid_token",
      seen: 'header alg "HS256", kid absent',
    });
    expect(finding?.remedy).toBe(
      "Set the application's JSON Web Token signature algorithm to RS256.",
    );
  });

  test("escapes hidden characters of the token's values", () => {
    const [finding] = inspect({ payload: { iss: "https://evil.example/\u202Emoc.elpmaxe" } });
    expect(finding?.seen).toContain('"https://evil.example/\\u202emoc.elpmaxe"');
  });

  test("sorts the most severe finding first", () => {
    const text = writeToken(
      { ...header, kid: undefined },
      { ...payload, exp: seconds - 3600, nonce: undefined },
    );
    const { nonce: _, ...context } = login;
    const order = summarize(inspectText(text, context));
    expect(order).toEqual(["error expired", "warning kid-absent", "note nonce-absent"]);
  });

  test("gives each finding a title, a reason, a remedy and a source", () => {
    const findings = inspect({
      header: { alg: "none", jku: "https://evil.example/", crit: ["x"], kid: undefined },
      payload: { exp: "soon", iat: seconds + 900, aud: [], sub: 1, iss: 5, nonce: "other" },
      signature: "",
    });
    expect(findings.length).toBeGreaterThan(7);
    for (const { title, seen, why, remedy, source } of findings) {
      for (const text of [title, seen, why, remedy, source]) expect(text.length).toBeGreaterThan(4);
    }
  });
});

describe("header findings", () => {
  const cases: [object, string, string[]][] = [
    [{ alg: "none" }, "", ["error alg-none"]],
    [{ alg: undefined }, "AAAA", ["error alg-missing"]],
    [{ alg: "RS512" }, "AAAA", ["error alg-not-rs256"]],
    [{}, "", ["error signature-missing"]],
    [{ jku: "https://evil.example/keys" }, "AAAA", ["warning key-from-token"]],
    [{ x5u: "https://evil.example/c" }, "AAAA", ["warning key-from-token"]],
    [{ kid: undefined }, "AAAA", ["warning kid-absent"]],
    [{ kid: 7 }, "AAAA", ["warning kid-absent"]],
    [{ crit: ["x"] }, "AAAA", ["error critical-parameters"]],
    [{ typ: "at+jwt" }, "AAAA", ["error access-token-as-id-token"]],
  ];
  test.each(cases.map(([change, ...rest]) => [label(change), change, ...rest] as const))(
    "report the header change %s",
    (_, change, signature, expected) => {
      expect(summarize(inspect({ header: change, signature }))).toEqual(expected);
    },
  );

  test("accept another algorithm for an access token, but not a shared secret", () => {
    const access = { use: "access_token" as const };
    expect(summarize(inspect({ header: { alg: "PS256" } }, access))).toEqual([]);
    expect(summarize(inspect({ header: { alg: "HS256" } }, access))).toEqual([
      "warning access-token-shared-secret",
    ]);
  });

  test("show references to keys, and shorten long values", () => {
    const [finding] = inspect({ header: { jku: `https://evil.example/${"x".repeat(5000)}` } });
    expect(finding?.seen).toContain("https://evil.example/");
    expect(finding?.seen.length).toBeLessThan(250);
  });
});

describe("time findings", () => {
  const cases: [object, number, string[]][] = [
    [{ exp: seconds }, 0, ["warning expired"]],
    [{ exp: seconds - 1 }, 0, ["error expired"]],
    [{ exp: seconds - 60 }, 60, ["warning expired"]],
    [{ exp: seconds - 61 }, 60, ["error expired"]],
    [{ exp: seconds + 1 }, 0, []],
    [{ nbf: seconds + 90 }, 60, ["error not-yet-valid"]],
    [{ nbf: seconds + 30 }, 60, ["warning not-yet-valid"]],
    [{ nbf: seconds }, 0, []],
    [{ iat: seconds + 300 }, 60, ["error issued-in-the-future"]],
    [{ iat: seconds + 300 }, 300, ["warning issued-in-the-future"]],
    [{ exp: undefined }, 60, ["error lifetime-missing"]],
    [{ iat: undefined }, 60, ["error issue-time-missing"]],
    [{ exp: "1999999999" }, 60, ["error time-not-a-number"]],
    [{ exp: now + 3_600_000 }, 60, ["error time-in-milliseconds"]],
  ];
  test.each(cases.map(([change, ...rest]) => [label(change), change, ...rest] as const))(
    "report %s: %j with a leeway of %d seconds",
    (_, change, leeway, expected) => {
      expect(summarize(inspect({ payload: change }, { leeway }))).toEqual(expected);
    },
  );

  test("state the difference, and whether the leeway covers it", () => {
    const [late] = inspect({ payload: { exp: seconds - 7200 } });
    expect(late?.seen).toContain("2 hours ago");
    expect(late?.why).toContain("exceeds the leeway of 60 seconds");
    const [slight] = inspect({ payload: { iat: seconds + 30 } });
    expect(slight?.why).toContain("within the leeway");
    expect(slight?.libraryError).toBeUndefined();
  });
});

describe("identity findings", () => {
  const cases: [object, string[]][] = [
    [{ iss: "https://tenant.example" }, ["error issuer-slash"]],
    [{ iss: "https://other.example/" }, ["error issuer-different"]],
    [{ iss: "https://login.example/" }, ["error issuer-other-domain"]],
    [{ iss: undefined }, ["error issuer-missing"]],
    [{ aud: "another-client" }, ["error audience-without-client"]],
    [{ aud: undefined }, ["error audience-missing"]],
    [{ aud: ["api", "demo-spa"], azp: "demo-spa" }, []],
    [{ aud: ["api", "demo-spa"] }, ["error authorized-party-missing"]],
    [{ aud: ["api", "demo-spa"], azp: "x" }, ["error authorized-party-different"]],
    [{ azp: "x" }, ["error authorized-party-different"]],
    [{ nonce: undefined }, ["error nonce-missing"]],
    [{ nonce: "n-2" }, ["error nonce-different"]],
    [{ sub: undefined }, ["error subject-missing"]],
  ];
  test.each(cases.map(([change, ...rest]) => [label(change), change, ...rest] as const))(
    "report the claims %s",
    (_, change, expected) => {
      const findings = inspect({ payload: change });
      expect(summarize(findings)).toEqual(expected);
      expect(findings.every(({ libraryError }) => libraryError === "invalid_token")).toBe(true);
    },
  );

  test("include only the general rules for a token of unknown use", () => {
    const context = { use: "unknown" as const };
    const change = { aud: undefined, sub: undefined, nonce: undefined, iat: undefined };
    expect(summarize(inspect({ payload: change }, context))).toEqual([]);
  });
});

describe("login findings", () => {
  test.each([
    [{ maxAge: 60 }, {}, ["error authentication-too-old"]],
    [{ maxAge: 60 }, { auth_time: seconds - 120 }, []],
    [{ maxAge: 60 }, { auth_time: seconds - 121 }, ["error authentication-too-old"]],
    [{ organization: "org_1" }, { org_id: "org_1" }, []],
    [{ organization: "org_1" }, { org_id: "org_2" }, ["error organization-different"]],
    [{ organization: "Acme" }, { org_name: "acme" }, []],
    [{ organization: "Acme" }, {}, ["error organization-different"]],
  ])("for %j and the claims %j", (context, change, expected) => {
    expect(summarize(inspect({ payload: change }, context))).toEqual(expected);
  });
});

test.each([
  ["id_token", "error"],
  ["access_token", "warning"],
  ["unknown", "warning"],
] as const)(
  "reports an issuer of the tenant's other domain in a token for use as %s as an %s",
  (use, severity) => {
    const [finding] = inspect({ payload: { iss: "https://login.example/" } }, { use });
    expect(finding).toMatchObject({ id: "issuer-other-domain", severity });
    expect(finding?.title).toBe("Issued by the tenant's other domain");
  },
);

test("reports a repeated name", () => {
  const body = JSON.stringify(payload).replace("{", '{"sub":"db|2",');
  const text = `${encode(JSON.stringify(header))}.${encode(body)}.AAAA`;
  expect(summarize(inspectText(text, login))).toEqual(["warning duplicate-members"]);
});

describe("an access token without an audience", () => {
  test.each([
    [{ typ: "at+jwt" }, "error"],
    [{ typ: "application/at+jwt" }, "error"],
    [{ typ: "JWT" }, "note"],
    [{}, "note"],
  ])("with the header %j is reported as %s: only RFC 9068 requires aud", (type, severity) => {
    const use = "access_token";
    const findings = inspect(
      { header: { typ: undefined, ...type }, payload: { aud: undefined } },
      { use },
    );
    expect(summarize(findings)).toContain(`${severity} audience-missing`);
  });
});
