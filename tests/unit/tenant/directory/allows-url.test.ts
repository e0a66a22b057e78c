import { expect, test } from "vitest";
import { allowsUrl } from "../../../../tenant/directory/allows-url.ts";

const list = ["https://app.example/callback", "https://*.pages.example/cb"];

test.each([
  "https://app.example/callback",
  "https://one.pages.example/cb",
  "https://a-2.pages.example/cb",
])("a list allows %s", (url) => {
  expect(allowsUrl(list, url)).toBe(true);
});

test.each([
  ["another path", "https://app.example/callback/"],
  ["a path behind the wildcard", "https://one.pages.example/cb/more"],
  ["two labels", "https://one.two.pages.example/cb"],
  ["no label", "https://.pages.example/cb"],
  ["a user before another host", "https://evil.example/x@one.pages.example/cb"],
  ["another host in a query", "https://evil.example?one.pages.example/cb"],
  ["another port", "https://evil:1.pages.example/cb"],
  ["another scheme", "http://one.pages.example/cb"],
  ["a character that no label has", "https://_.pages.example/cb"],
])("a list refuses %s: %s", (_, url) => {
  expect(allowsUrl(list, url)).toBe(false);
});

test.each(["chrome-extension://*.a/", "https://a.*.example/", "https://*.*.example/", "https://*"])(
  "%s is no wildcard",
  (entry) => {
    expect(allowsUrl([entry], entry.replaceAll("*", "one"))).toBe(false);
  },
);
