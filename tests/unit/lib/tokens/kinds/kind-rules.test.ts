import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../../lib/encoding/json.ts";
import { inspectToken } from "../../../../../lib/tokens/inspect-token.ts";
import { kinds } from "../../../../../lib/tokens/kinds/kind-table.ts";

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;
const values: Readonly<JsonObject> = {
  iss: "https://issuer.example/",
  aud: "https://receiver.example",
  sub: "u",
  iat: seconds,
  exp: seconds + 600,
};

const encode = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function inspect(header: JsonObject, payload: JsonObject) {
  const token = `${encode({ alg: "ES256", kid: "k", ...header })}.${encode(payload)}.AAAA`;
  const report = await inspectToken(token, { now, tenantIssuer: "https://tenant.example/" });
  if (report.kind !== "read") throw new Error(`The token is ${report.kind}.`);
  return report;
}

/** The kinds with a media type and without rules of their own, each with one row of claims. */
const rows = kinds.flatMap(({ id, types, use, requires = [], carriesKey }) =>
  types === undefined || use !== undefined
    ? []
    : [{ id, type: types[0] ?? "", requires, key: carriesKey === true ? { jwk: {} } : {} }],
);

describe("the rules of a kind", () => {
  test.each(rows)("refuse no claim that the standard of a $id allows", async (row) => {
    const payload = Object.fromEntries(row.requires.map((name) => [name, values[name] ?? "x"]));
    const { findings, tokenKind } = await inspect({ typ: row.type, ...row.key }, payload);
    const isOwn = ({ id }: { id: string }) => id !== "issuer-different";
    expect(tokenKind.id).toBe(row.id);
    expect(findings.filter(isOwn).filter(({ severity }) => severity !== "note")).toEqual([]);
  });

  test.each(rows.filter(({ requires }) => requires.length > 0))(
    "name the required claims that a $id lacks",
    async ({ type, requires }) => {
      const { findings, checks } = await inspect({ typ: type }, {});
      expect(findings.find(({ id }) => id === "claims-missing")).toMatchObject({
        severity: "error",
        title: `The token has no ${requires.join(", no ")}`,
      });
      expect(checks.find(({ id }) => id === "profile")?.outcome).toBe("failed");
    },
  );

  test("compare the issuer of a response with the tenant, and not that of a client", async () => {
    const ids = async (typ: string) =>
      (await inspect({ typ }, { ...values, jti: "j", token_introspection: {} })).findings.map(
        ({ id }) => id,
      );
    expect(await ids("token-introspection+jwt")).toContain("issuer-different");
    expect(await ids("client-authentication+jwt")).not.toContain("issuer-different");
  });
});

describe("the rules of version 10 of the library", () => {
  const idToken = { ...values, nonce: "n" };

  test.each([
    ["of the selected tenant", "https://tenant.example/", "error"],
    ["of another issuer", "https://issuer.example/", "note"],
  ])("rate ES256 in an ID token %s", async (_whose, iss, severity) => {
    const { findings, checks } = await inspect({}, { ...idToken, iss });
    expect(findings.find(({ id }) => id === "alg-not-rs256")?.severity).toBe(severity);
    expect(checks.find(({ id }) => id === "algorithm")?.outcome).toBe(
      severity === "error" ? "failed" : "not-applicable",
    );
  });

  test.each(["HS256", "HS512"])("refuse %s in the ID token of any issuer", async (alg) => {
    const { findings } = await inspect({ alg }, idToken);
    expect(findings.find(({ id }) => id.startsWith("alg-"))?.severity).toBe("error");
  });

  test("are a note for a JWT that need not be an ID token", async () => {
    const { findings } = await inspect({ alg: "HS256" }, { sub: "u" });
    expect(findings.find(({ id }) => id === "alg-hs256")?.severity).toBe("note");
  });
});
