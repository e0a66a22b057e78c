import { expect, test } from "vitest";
import { listSetCookies, readCookies } from "../../../../lib/trace/cookies.ts";
import { exchangesOf } from "./entries.ts";

const url = "https://app.example/";

function setCookies(value: string) {
  return exchangesOf([{ url, responseHeaders: { "Set-Cookie": value } }]).flatMap(listSetCookies);
}

test("a cookie has its name, its value and its attributes, whose names are in lower case", () => {
  expect(setCookies("sid=a=b; Path=/App; SameSite=Lax; Secure")).toEqual([
    {
      name: "sid",
      value: "a=b",
      attributes: new Map([
        ["path", "/App"],
        ["samesite", "Lax"],
        ["secure", ""],
      ]),
    },
  ]);
});

test("Firefox's several cookies in one header are listed one by one", () => {
  expect(setCookies("a=1; Path=/\nb=2").map(({ name }) => name)).toEqual(["a", "b"]);
});

test.each([
  "sid=",
  "sid=deleted; Max-Age=0",
  "sid=deleted; expires=Thu, 01 Jan 1970 00:00:00 GMT",
  "=value",
])("%s sets no cookie", (value) => {
  expect(setCookies(value)).toEqual([]);
});

test.each([
  "sid=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
  "sid=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT",
  "sid=1; Expires=tomorrow",
])("%s sets a cookie", (value) => {
  expect(setCookies(value)).toMatchObject([{ name: "sid" }]);
});

test("the cookies of a request are read by their names, and none without a header", () => {
  const [sent, without] = exchangesOf([{ url, headers: { Cookie: "a=1; b=x=y" } }, { url }]);
  if (sent === undefined || without === undefined) throw new Error("No exchanges.");
  expect([...readCookies(sent)]).toEqual([
    ["a", "1"],
    ["b", "x=y"],
  ]);
  expect(readCookies(without).size).toBe(0);
});
