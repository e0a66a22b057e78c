import { expect, test } from "vitest";
import * as z from "zod/mini";
import { parseHarEntry } from "../../../../lib/trace/parse-har-entry.ts";
import { readEntry } from "../../../../lib/trace/read-entry.ts";
import { createChoices } from "../../../fuzz/choices.ts";
import { makeFile } from "../../../fuzz/trace/captures.ts";

const text = z.string().check(z.maxLength(262_144));
const optionalText = z.catch(z.optional(text), undefined);
const headersSchema = z.catch(
  z.array(z.object({ name: text, value: text })).check(z.maxLength(500)),
  [],
);
const fieldsSchema = z.catch(
  z.array(z.object({ name: text, value: z.catch(text, "") })).check(z.maxLength(500)),
  [],
);
const body = z.catch(z.optional(z.string()), undefined);
const number = z.catch(z.optional(z.number()), undefined);

/** What the parser written by hand must accept, and what it must read. */
const oracle = z.object({
  startedDateTime: z.string().check(z.maxLength(64)),
  time: number,
  request: z.object({
    method: z.string().check(z.minLength(1), z.maxLength(32)),
    url: text,
    headers: headersSchema,
    postData: z.catch(z.object({ text: body, params: fieldsSchema }), {
      text: undefined,
      params: [],
    }),
  }),
  response: z.object({
    status: z.catch(z.int(), 0),
    headers: headersSchema,
    redirectURL: optionalText,
    content: z.catch(
      z.object({ mimeType: optionalText, text: body, encoding: optionalText, size: number }),
      { mimeType: undefined, text: undefined, encoding: undefined, size: undefined },
    ),
    _error: optionalText,
  }),
  _resourceType: optionalText,
  _initiator: z.catch(z.object({ url: optionalText }), { url: undefined }),
  _fromCache: optionalText,
  _derived: z.catch(
    z.array(z.object({ by: z.enum(["S256", "at_hash", "c_hash", "signature"]), is: text })),
    [],
  ),
});

function parseBySchema(entry: unknown): ReturnType<typeof parseHarEntry> {
  const parsed = oracle.safeParse(entry).data;
  if (parsed === undefined) return undefined;
  const { request, response } = parsed;
  const lower = (headers: typeof request.headers) =>
    headers.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
  return {
    startedDateTime: parsed.startedDateTime,
    time: parsed.time,
    request: {
      method: request.method,
      url: request.url,
      headers: lower(request.headers),
      postText: request.postData.text,
      postParams: request.postData.params,
    },
    response: {
      status: response.status,
      headers: lower(response.headers),
      redirectURL: response.redirectURL,
      mimeType: response.content.mimeType ?? "",
      text: response.content.text,
      encoding: response.content.encoding ?? "",
      size: response.content.size,
      error: response._error,
    },
    resourceType: parsed._resourceType,
    initiatorUrl: parsed._initiator.url,
    fromCache: parsed._fromCache,
    derived: parsed._derived,
  };
}

const fileSchema = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

function listEntries(file: string): readonly unknown[] {
  try {
    return fileSchema.safeParse(JSON.parse(file)).data?.log.entries ?? [];
  } catch {
    return [];
  }
}

test("reads the same of each generated entry as a schema of all its members", () => {
  const choices = createChoices(20_261_123);
  const counts = { read: 0, refused: 0 };
  for (let file = 0; file < 2000; file += 1) {
    for (const entry of listEntries(makeFile(choices))) {
      const expected = parseBySchema(entry);
      expect(parseHarEntry(entry)).toEqual(expected);
      counts[expected === undefined ? "refused" : "read"] += 1;
    }
  }
  expect(counts.read).toBeGreaterThan(5000);
  expect(counts.refused).toBeGreaterThan(100);
});

const wide = { name: "n".repeat(262_145), value: "" };
const many = Array.from({ length: 501 }, () => ({ name: "a", value: "b" }));

test.each<[what: string, request: object, response: object, members: object]>([
  ["a time that is infinite", {}, {}, { time: Infinity }],
  ["a status that is no whole number", {}, { status: 200.5 }, {}],
  ["too many headers", { headers: many }, { headers: many }, {}],
  ["a header that is too long", { headers: [wide] }, {}, {}],
  ["a header that is null", {}, { headers: [null] }, {}],
  ["fields without values", { postData: { params: [{ name: "A" }] } }, {}, {}],
  ["too many fields", { postData: { text: "", params: many } }, {}, {}],
  ["a field without a name", { postData: { text: null, params: [{ value: "a" }] } }, {}, {}],
  ["lists in the place of objects", { postData: [] }, { content: [] }, { _initiator: [] }],
  ["a response that is a list", {}, {}, { response: [] }],
  ["a URL that is too long", { url: wide.name }, {}, {}],
  ["a method that is too long", { method: "M".repeat(33) }, {}, {}],
  ["an empty method", { method: "" }, {}, {}],
  ["a date that is too long", {}, {}, { startedDateTime: "2".repeat(65) }],
])("reads %s like a schema", (_what, request, response, members) => {
  const entry = {
    startedDateTime: "2026-11-23T08:00:00Z",
    request: { method: "GET", url: "https://a.example/", headers: [], ...request },
    response: { status: 200, headers: [{ name: "ETag", value: "1" }], ...response },
    ...members,
  };
  expect(parseHarEntry(entry)).toEqual(parseBySchema(entry));
});

test("reads a destination that names a member of each object as another one", () => {
  const entry = {
    startedDateTime: "2026-11-23T08:00:00Z",
    request: {
      method: "GET",
      url: "https://a.example/",
      headers: [{ name: "Sec-Fetch-Dest", value: "constructor" }],
    },
    response: { status: 200, headers: [] },
  };
  expect(readEntry(entry, { id: 1, source: "import" })?.destination).toBe("other");
});
