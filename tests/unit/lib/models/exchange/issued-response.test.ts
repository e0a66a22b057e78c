import { expect, test } from "vitest";

import { readIssued } from "../../../../../lib/models/exchange/issued-response.ts";

const now = Date.UTC(2026, 10, 21, 9, 0, 0);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwt = `${encode({ alg: "RS256" })}.${encode({ sub: "legacy|42", exp: now / 1000 + 3600 })}.c2ln`;

test("shows the claims of a JWT, with their times in words", () => {
  const { tokens } = readIssued({ access_token: jwt, token_type: "Bearer" }, now);
  expect(tokens).toMatchObject([
    {
      name: "access_token",
      value: jwt,
      claims: [
        { name: "exp", time: { relative: "in 1 h" } },
        { name: "sub", value: "legacy|42" },
      ],
    },
  ]);
  expect(tokens[0]?.problem).toBeUndefined();
});

test("reports an opaque token as such, beside an ID token", () => {
  const { tokens } = readIssued({ access_token: "opaque", id_token: jwt }, now);
  expect(tokens.map(({ name, claims }) => [name, claims.length])).toEqual([
    ["access_token", 0],
    ["id_token", 2],
  ]);
  expect(tokens[0]?.problem).toContain("opaque");
});

test("shows values that are known to be harmless, and masks unknown ones", () => {
  const { facts } = readIssued(
    { access_token: "opaque", expires_in: 60, scope: "openid", device_secret: "s", extra: [1] },
    now,
  );
  expect(facts).toEqual([
    { name: "expires_in", value: "60", isSecret: false },
    { name: "scope", value: "openid", isSecret: false },
    { name: "device_secret", value: "s", isSecret: true },
    { name: "extra", value: "[1]", isSecret: true },
  ]);
});
