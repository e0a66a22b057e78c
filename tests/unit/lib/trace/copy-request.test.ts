import { expect, test } from "vitest";
import type { Exchange } from "../../../../lib/trace/exchange.ts";
import { writeCurl, writeFetch, writeUrl } from "../../../../lib/trace/copy-request.ts";

const exchange: Exchange = {
  id: 1,
  source: "event",
  startedAt: 0,
  method: "POST",
  url: "https://login.example/oauth/token?note=it's",
  requestHeaders: [
    { name: ":authority", value: "login.example" },
    { name: "host", value: "login.example" },
    { name: "sec-fetch-mode", value: "cors" },
    { name: "content-type", value: "application/x-www-form-urlencoded" },
    { name: "origin", value: "https://app.example" },
    { name: "cookie", value: "sid=0123456789abcdef" },
  ],
  requestBody: "grant_type=authorization_code&code=code-of-ada-5512",
  status: 200,
  responseHeaders: [],
  responseBody: { state: "not-seen" },
};

test("copies a request as curl, quoted for a shell and without secrets", () => {
  expect(writeCurl(exchange)).toBe(
    [
      String.raw`curl -X POST 'https://login.example/oauth/token?note=removed-text-1-of-4-characters' \ `.trimEnd(),
      String.raw`  -H 'content-type: application/x-www-form-urlencoded' \ `.trimEnd(),
      String.raw`  -H 'origin: https://app.example' \ `.trimEnd(),
      String.raw`  -H 'cookie: sid=removed-text-2-of-16-characters' \ `.trimEnd(),
      "  --data-raw 'grant_type=authorization_code&code=removed-text-3-of-16-characters'",
    ].join("\n"),
  );
});

test("copies a request as fetch, without the headers that a script must not set", () => {
  expect(writeFetch(exchange)).toBe(
    [
      'await fetch("https://login.example/oauth/token?note=removed-text-1-of-4-characters", {',
      '  "method": "POST",',
      '  "headers": {',
      '    "content-type": "application/x-www-form-urlencoded"',
      "  },",
      '  "body": "grant_type=authorization_code&code=removed-text-3-of-16-characters",',
      '  "credentials": "include"',
      "});",
    ].join("\n"),
  );
});

test("copies a URL alone, without its values", () => {
  expect(writeUrl(exchange)).toBe(
    "https://login.example/oauth/token?note=removed-text-1-of-4-characters",
  );
});

test("copies a URL with brackets as it is: curl must not read them as ranges", () => {
  const url =
    'https://login.example/authorize?claims={"id_token":{}}&ids=[1-3]&code=code-of-ada-5512';
  const curl = writeCurl({ ...exchange, method: "GET", url, requestHeaders: [], requestBody: "" });
  expect(curl).toMatch(/^curl --globoff 'https:/u);
});

test("copies a HEAD request so that curl does not wait for a body, and an empty header", () => {
  const requestHeaders = [{ name: "x-empty", value: "" }];
  const head = { ...exchange, method: "HEAD", requestHeaders, requestBody: "" };
  expect(writeCurl(head)).toBe(
    [
      String.raw`curl --head 'https://login.example/oauth/token?note=removed-text-1-of-4-characters' \ `.trimEnd(),
      "  -H 'x-empty;'",
    ].join("\n"),
  );
});

test("copies a request that begins with @ as text, not as the name of a file", () => {
  const curl = writeCurl({ ...exchange, requestHeaders: [], requestBody: "@/etc/passwd" });
  expect(curl).toContain("--data-raw '@/etc/passwd'");
});
