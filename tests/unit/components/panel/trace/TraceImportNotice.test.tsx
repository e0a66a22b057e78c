import { expect, test } from "vitest";
import { TraceImportNotice } from "../../../../../components/panel/trace/TraceImportNotice.tsx";
import { TraceImportModel } from "../../../../../lib/models/trace/trace-import-model.ts";
import { click, findButton, show, words } from "../../show.ts";

async function showImport(text: string, others: readonly string[] = [], inList = 0) {
  const model = new TraceImportModel({
    add: ({ length }) => length - inList,
    readSample: () => {
      throw new Error("No sample is read here.");
    },
    yieldToEventLoop: () => Promise.resolve(),
  });
  const place = await show(<TraceImportNotice model={model} />);
  const files = [text, ...others].map((each) => ({
    name: "a\u202Eb.har",
    size: 1,
    text: () => Promise.resolve(each),
  }));
  await model.read(...files);
  return { place, model };
}

const request = { method: "GET", url: "https://a.example/" };
const entry = { startedDateTime: "2026-11-23T08:00:00Z", request, response: { status: 200 } };

test("says what the file lacks, and goes when it is closed", async () => {
  const { place } = await showImport(JSON.stringify({ log: { entries: [entry, 1] } }));
  await expect.poll(() => words(place)).toContain("1 request imported");
  expect(words(place)).toContain("1 entry skipped");
  expect(words(place)).toContain("1 response without a body");
  await click(findButton(place, "Close"));
  expect(words(place)).toBe("");
});

test("shows the reason of a failure, with hidden characters of the name made visible", async () => {
  const { place } = await showImport("<html>");
  await expect.poll(() => words(place)).toContain("The file is not JSON.");
  expect(words(place)).toContain(String.raw`a\u202eb.har was not imported.`);
});

test("says that a file adds nothing, and that the other files of a choice were imported", async () => {
  const file = JSON.stringify({ log: { entries: [entry] } });
  const known = await showImport(file, [], 1);
  await expect.poll(() => words(known.place)).toContain("Nothing was added: the list has all");
  const { place } = await showImport("<html>", [file]);
  await expect.poll(() => words(place)).toContain("1 request of the other files");
});

test("lists the verdicts of a file, and says why the list can differ", async () => {
  const url = "https://a.example/cb?code=[removed code 1]";
  const flow = { kind: "login", host: "a.example", verdict: "failed" };
  const { place } = await showImport(
    JSON.stringify({
      format: "tenant-inspector-trace",
      version: 1,
      flows: [
        { ...flow, findings: [{ title: "The ID token has expired\u202E" }] },
        { ...flow, host: 1 },
      ],
      log: { entries: [{ ...entry, request: { method: "GET", url } }] },
    }),
  );
  await expect.poll(() => words(place)).toContain("An export replaced values of the file");
  expect([...place.querySelectorAll("li")].map(words)).toEqual([
    String.raw`fail, login at a.example: The ID token has expired\u202e`,
  ]);
});
