import { describe, expect, test } from "vitest";
import { readTraceFile } from "../../../../../lib/trace/file/read-trace-file.ts";
import { sampleEntries } from "./sample-capture.ts";

const read = (text: string, pause = () => Promise.resolve()) =>
  readTraceFile(text, pause, new AbortController().signal);

describe("a file", () => {
  test.each([
    ["no JSON", "<html>", "The file is not JSON."],
    ["no log", '{"entries":[]}', "The file has no list of requests"],
    ["a list", "[]", "The file has no list of requests"],
    ["entries that are no list", '{"log":{"entries":{}}}', "The file has no list of requests"],
    [
      "a newer version of our format",
      '{"format":"tenant-inspector-trace","version":2,"log":{"entries":[]}}',
      "A newer version of this extension wrote the file.",
    ],
  ])("with %s is refused with a reason", async (_what, text, message) => {
    expect(await read(text)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
    });
  });

  test("with a byte order mark is read", async () => {
    const file = await read(`\uFEFF${JSON.stringify({ log: { entries: sampleEntries } })}`);
    expect(file).toMatchObject({ ok: true, skipped: 0, exchanges: { length: 2 } });
  });

  test("counts the entries that it skips, and the bodies that it lacks", async () => {
    const entries = [
      ...sampleEntries,
      null,
      { startedDateTime: "never", request: { method: "GET", url: "https://a.example" } },
      {
        startedDateTime: "2026-11-23T08:00:00Z",
        request: { method: "GET", url: "https://a.example/" },
        response: { status: 200, content: { size: 5, mimeType: "text/html" } },
      },
    ];
    const file = await read(JSON.stringify({ log: { entries } }));
    expect(file).toMatchObject({ ok: true, skipped: 2, withoutBody: 1, exchanges: { length: 3 } });
  });

  test("lets the page draw between pieces", async () => {
    let pauses = 0;
    const entries = Array.from({ length: 1000 }, () => sampleEntries[0]);
    await read(JSON.stringify({ log: { entries } }), () => {
      pauses += 1;
      return Promise.resolve();
    });
    expect(pauses).toBe(4);
  });
});
