import { expect, test } from "vitest";
import { readEntry } from "../../../../lib/trace/read-entry.ts";

const read = (request: object, response: object) =>
  readEntry(
    {
      startedDateTime: "2026-11-23T08:00:00Z",
      request: { method: "POST", url: "https://login.example/u/login", headers: [], ...request },
      response: { status: 302, headers: [], ...response },
    },
    { id: 1, source: "import" },
  );
const location = (value: string) => ({ headers: [{ name: "Location", value }] });

test.each([
  [
    "without its fragment, as in a file of Playwright",
    {
      redirectURL: "https://app.example/callback",
      ...location("https://app.example/callback#state=a"),
    },
    "https://app.example/callback#state=a",
  ],
  [
    "with its fragment, as in Chromium",
    { redirectURL: "https://app.example/callback#state=a", ...location("/other") },
    "https://app.example/callback#state=a",
  ],
  ["empty", { redirectURL: "", ...location("/done") }, "https://login.example/done"],
  [
    "alone, in a file without headers",
    { redirectURL: "https://app.example/" },
    "https://app.example/",
  ],
  [
    "that is no URL",
    { redirectURL: "https://", ...location("/done") },
    "https://login.example/done",
  ],
])("the target of a redirect is read from a redirectURL %s", (_how, response, target) => {
  expect(read({}, response)?.redirect).toBe(target);
});

test.each([
  [{ text: "a=1", params: [{ name: "a", value: "2" }] }, "a=1"],
  [
    {
      params: [
        { name: "grant_type", value: "a b" },
        { name: "code", value: "x&y" },
      ],
    },
    "grant_type=a+b&code=x%26y",
  ],
  [{ text: "", params: [{ name: "a" }] }, "a="],
  [{ text: 5, params: [{ name: "a", value: "1" }] }, "a=1"],
  [{ params: "none" }, undefined],
  [{ text: "" }, ""],
])("the body of a request is read from %j", (postData, body) => {
  expect(read({ postData }, {})?.requestBody).toBe(body);
});
