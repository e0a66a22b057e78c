import { expect, test } from "vitest";

import { arrangeQuery } from "../../../../lib/runs/arrange-query.ts";

const url = "https://acme.example/authorize?client_id=app&scope=openid%20email&state=s";

test("a URL without changes stays the same", () => {
  expect(arrangeQuery(url, undefined)).toBe(url);
});

test.each([
  [
    "adds parameters at the end",
    [["a", "1"]],
    [],
    [],
    "client_id=app&scope=openid%20email&state=s&a=1",
  ],
  [
    "keeps empty and repeated ones",
    [
      ["a", ""],
      ["a", "2"],
    ],
    [],
    [],
    "client_id=app&scope=openid%20email&state=s&a=&a=2",
  ],
  [
    "replaces the library's own",
    [
      ["scope", "a b"],
      ["scope", ""],
    ],
    [],
    [],
    "client_id=app&state=s&scope=a%20b&scope=",
  ],
  ["leaves out defaults", [], [], ["scope"], "client_id=app&state=s"],
  [
    "puts names in order",
    [],
    ["state", "gone", "client_id"],
    [],
    "state=s&client_id=app&scope=openid%20email",
  ],
  [
    "encodes spaces, plus signs and question marks",
    [["q", "a b+c?d&e=f"]],
    ["q"],
    [],
    "q=a%20b%2Bc%3Fd%26e%3Df&client_id=app&scope=openid%20email&state=s",
  ],
  [
    "replaces half of a surrogate pair",
    [["q", "\ud800"]],
    ["q"],
    [],
    "q=%EF%BF%BD&client_id=app&scope=openid%20email&state=s",
  ],
] as const)("%s", (_case, added, order, omitted, expected) => {
  const query = {
    added: added.map(([name, value]): [string, string] => [name, value]),
    order: [...order],
    omitted: [...omitted],
  };
  expect(arrangeQuery(url, query)).toBe(`https://acme.example/authorize?${expected}`);
});

test("a question mark in a value does not end the query", () => {
  const redirect = "https://acme.example/authorize?redirect_uri=https://app.example/?a=1";
  const query = { added: [], order: [] };
  expect(new URL(arrangeQuery(redirect, query)).searchParams.get("redirect_uri")).toBe(
    "https://app.example/?a=1",
  );
});

test("a URL without a query gets one", () => {
  const query = { added: [["a", "1"]] as [string, string][], order: [] };
  expect(arrangeQuery("https://acme.example/authorize", query)).toBe(
    "https://acme.example/authorize?a=1",
  );
});
