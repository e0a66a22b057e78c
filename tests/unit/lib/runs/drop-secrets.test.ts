import { describe, expect, test } from "vitest";

import { catalogue } from "../../../../lib/runs/catalogue/index.ts";
import { dropSecrets } from "../../../../lib/runs/drop-secrets.ts";
import type { Field } from "../../../../lib/runs/operation.ts";

const isSecret = ({ kind }: Field) => kind === "secret" || kind === "token";
const marker = (name: string) => `<${name}>`;
const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln";
const draft = {
  operation: "authorize",
  way: "page",
  values: {},
  parameters: [],
  order: [],
} as const;
const authorize = catalogue.find(({ id }) => id === "authorize") ?? catalogue[0]!;

describe.each(catalogue)("of the operation $id", (operation) => {
  test("no value of a secret field is left, and each other value is", () => {
    const values = Object.fromEntries(operation.fields.map(({ name }) => [name, marker(name)]));
    const stored = dropSecrets(operation, { ...draft, operation: operation.id, values });
    const secrets = operation.fields.filter(isSecret).map(({ name }) => name);
    const others = operation.fields.filter((field) => !isSecret(field)).map(({ name }) => name);
    expect(Object.keys(stored.draft.values)).toEqual(others);
    expect(stored.dropped).toEqual(secrets);
    for (const name of secrets) expect(JSON.stringify(stored)).not.toContain(marker(name));
    for (const name of others) expect(JSON.stringify(stored)).toContain(marker(name));
  });
});

test("the catalogue has secret fields, so that the tests above can fail", () => {
  expect(catalogue.flatMap(({ fields }) => fields).filter(isSecret).length).toBeGreaterThan(5);
});

test.each([
  ["a token", { audience: token }],
  ["a URL with a code", { redirectUri: "https://app.example/?code=abc" }],
  ["JSON with a secret member", { audience: '{"a": [{"client_secret": "x"}]}' }],
  ["a field that the operation does not have", { gone: "x" }],
])("a value with %s is dropped", (_case, values) => {
  const stored = dropSecrets(authorize, { ...draft, values: { ...values, scope: "openid" } });
  expect(stored.draft.values).toEqual({ scope: "openid" });
  expect(stored.dropped).toEqual(Object.keys(values));
});

test.each([
  ["JSON without a secret", { audience: '{"theme": {"dark": true}}' }],
  ["a number", { maxAge: "60" }],
  ["a URL", { audience: "https://api.example/?version=2" }],
])("a value with %s is kept", (_case, values) => {
  expect(dropSecrets(authorize, { ...draft, values }).draft.values).toEqual(values);
});

test("empty values are left out and not reported", () => {
  const { draft: stored, dropped } = dropSecrets(authorize, { ...draft, values: { scope: "" } });
  expect([stored.values, dropped]).toEqual([{}, []]);
});

test("parameters with a secret are dropped, and the others keep their order", () => {
  const parameters = [
    ["resource", "a"],
    ["id_token_hint", token],
    ["resource", ""],
    ["login_ticket", "t-1"],
    ["code", ""],
    ["request", token],
  ] as const;
  const stored = dropSecrets(authorize, { ...draft, parameters });
  expect(stored.draft.parameters).toEqual([
    ["resource", "a"],
    ["resource", ""],
    ["code", ""],
  ]);
  expect(stored.dropped).toEqual(["id_token_hint", "login_ticket", "request"]);
});
