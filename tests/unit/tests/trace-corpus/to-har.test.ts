import { expect, test } from "vitest";
import type { FinishedRequest, HarEntry } from "../../../trace-corpus/capture.ts";
import { moveEntry } from "../../../trace-corpus/derive.ts";
import { formatHar, toHar } from "../../../trace-corpus/to-har.ts";

const facts = { comment: "Logs in.", browser: { name: "Browser", version: "1" } };

const entryOf = (path: string, mimeType = "application/json", status = 200): HarEntry => ({
  startedDateTime: "2026-01-05T08:00:00.000Z",
  time: 1.2345,
  request: { method: "GET", url: `http://localhost:4460${path}` },
  response: {
    status,
    headers: [
      { name: "Date", value: "Mon, 05 Jan 2026 08:00:00 GMT" },
      { name: "User-Agent", value: "Browser" },
    ],
    content: { mimeType },
  },
});

const finished = (entry: HarEntry, body: string | null): FinishedRequest => ({
  entry,
  body,
  encoding: null,
});

test("lists the events, then only those requests of the snapshot that had no event", () => {
  const [seen, unseen] = [entryOf("/authorize"), entryOf("/userinfo")];
  const { log } = toHar({ finished: [finished(seen, "{}")], listed: [seen, unseen] }, facts);
  const sources = log.entries.map(({ request, _source }) => [
    new URL(request.url).pathname,
    _source,
  ]);
  expect(sources).toEqual([
    ["/authorize", "event"],
    ["/userinfo", "snapshot"],
  ]);
});

test.each([
  { what: "a body that the browser gave", body: "{}", mimeType: "application/json", text: "{}" },
  { what: "no body where the browser gave none", body: null, mimeType: "text/html" },
  { what: "no page without a message", body: "<p>Log in</p>", mimeType: "text/html" },
  {
    what: "a page that posts a message",
    body: "authorization_response",
    mimeType: "text/html",
    text: "authorization_response",
  },
])("keeps $what", ({ body, mimeType, text }) => {
  const { log } = toHar(
    { finished: [finished(entryOf("/authorize", mimeType), body)], listed: [] },
    facts,
  );
  expect(log.entries[0]?.response.content["text"]).toBe(text);
});

test("leaves out the parts of a page that say nothing about its login", () => {
  const noise = ["/library.js", "/config.json", "/favicon.ico"].map((path) =>
    entryOf(path, path.endsWith(".js") ? "text/javascript" : "application/json"),
  );
  const { log } = toHar({ finished: [], listed: noise }, facts);
  expect(log.entries).toEqual([]);
});

test("leaves out headers that every response repeats, and formats a document that parses", () => {
  const har = toHar({ finished: [finished(entryOf("/authorize"), "{}")], listed: [] }, facts);
  expect(JSON.stringify(har)).not.toContain("User-Agent");
  expect(JSON.parse(formatHar(har))).toEqual(har);
});

test("moves an entry with its Date header to a later time", () => {
  const moved = moveEntry(entryOf("/oauth/token"), 360);
  expect(moved.startedDateTime).toBe("2026-01-05T08:06:00.000Z");
  expect(JSON.stringify(moved.response)).toContain("Mon, 05 Jan 2026 08:06:00 GMT");
});
