import { expect, test } from "vitest";
import { TraceImportModel } from "../../../../../lib/models/trace/trace-import-model.ts";
import type { Exchange } from "../../../../../lib/trace/exchange.ts";
import { sampleEntries } from "../../trace/file/sample-capture.ts";

const sample = JSON.stringify({ log: { entries: [...sampleEntries, null] } });

const fileOf = (text: string, name = "login.har") => ({
  name,
  size: text.length,
  text: () => Promise.resolve(text),
});

function openImport(
  readSample: (name: string) => Promise<string> = () => {
    throw new Error("No sample is read here.");
  },
  inList = 0,
) {
  const added: Exchange[][] = [];
  const model = new TraceImportModel({
    add: (exchanges) => {
      added.push([...exchanges]);
      return exchanges.length - inList;
    },
    readSample,
    yieldToEventLoop: () => Promise.resolve(),
  });
  return { model, added };
}

test("adds the requests of a file, and counts what it skipped", async () => {
  const { model, added } = openImport();
  await model.read(fileOf(sample));
  expect(added.map((exchanges) => exchanges.length)).toEqual([2]);
  expect(model.state.value).toEqual({
    kind: "done",
    name: "login.har",
    requests: 2,
    known: 0,
    skipped: 1,
    withoutBody: 0,
    isRedacted: false,
    verdicts: [],
  });
});

test("tells the requests that the list had before", async () => {
  const { model } = openImport(undefined, 1);
  await model.read(fileOf(sample));
  expect(model.state.value).toMatchObject({ kind: "done", requests: 1, known: 1 });
});

test("reads all files of one choice, and names the one that it cannot read", async () => {
  const { model, added } = openImport();
  await model.read(fileOf(sample, "works.har"), fileOf(sample, "fails.har"));
  expect(added.map((exchanges) => exchanges.length)).toEqual([2, 2]);
  expect(model.state.value).toMatchObject({ kind: "done", name: "2 files", requests: 4 });
  await model.read(fileOf("<html>", "page.har"), fileOf(sample, "works.har"));
  expect(added).toHaveLength(3);
  expect(model.state.value).toMatchObject({ kind: "failed", name: "page.har", requests: 2 });
});

test.each([
  ["no HAR", fileOf("[]"), "The file has no list of requests"],
  ["too large", { ...fileOf("{}"), size: 200 * 1024 * 1024 }, "larger than 100 MB"],
  [
    "gone",
    { ...fileOf("{}"), text: () => Promise.reject(new Error("NotFoundError")) },
    "Check that it still exists",
  ],
])("refuses a file that is %s, with a reason, and adds nothing", async (_what, file, message) => {
  const { model, added } = openImport();
  await model.read(file);
  expect(added).toEqual([]);
  expect(model.state.value).toEqual({
    kind: "failed",
    name: "login.har",
    message: expect.stringContaining(message),
    requests: 0,
  });
});

test("adds nothing of a cancelled import", async () => {
  const { model, added } = openImport();
  const { promise, resolve } = Promise.withResolvers<string>();
  const reading = model.read({ ...fileOf(sample), text: () => promise });
  model.cancel();
  resolve(sample);
  await reading;
  expect({ added, state: model.state.value }).toEqual({ added: [], state: { kind: "cancelled" } });
});

test("adds nothing of an import that is cancelled in its second file", async () => {
  const { model, added } = openImport();
  const { promise, resolve } = Promise.withResolvers<string>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const second = {
    ...fileOf(sample, "second.har"),
    text: () => {
      begin();
      return promise;
    },
  };
  const reading = model.read(fileOf(sample, "first.har"), second);
  await begun;
  model.cancel();
  resolve(sample);
  await reading;
  expect({ added, state: model.state.value }).toEqual({ added: [], state: { kind: "cancelled" } });
});

test("reads the file that was chosen last", async () => {
  const { model, added } = openImport();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = model.read({ ...fileOf(sample, "first.har"), text: () => promise });
  await model.read(fileOf(sample, "second.har"));
  resolve(sample);
  await first;
  expect(added).toHaveLength(1);
  expect(model.state.value).toMatchObject({ kind: "done", name: "second.har" });
});

test("adds the requests of a sample, and names its file", async () => {
  const { model, added } = openImport((name) =>
    name === "hs256-pkce" ? Promise.resolve(sample) : Promise.reject(new Error("No such file.")),
  );
  await model.openSample({ name: "hs256-pkce", symptom: "The library refuses the ID token" });
  expect(added.map((exchanges) => exchanges.length)).toEqual([2]);
  expect(model.state.value).toMatchObject({ kind: "done", name: "hs256-pkce.har", requests: 2 });
});

test("says what to do if a sample cannot be read, and adds nothing", async () => {
  const { model, added } = openImport(() => Promise.reject(new Error("Failed to fetch")));
  await model.openSample({ name: "gone", symptom: "Gone" });
  expect(added).toEqual([]);
  expect(model.state.value).toEqual({
    kind: "failed",
    name: "gone.har",
    message:
      "Could not read the sample. If the extension was updated, close DevTools and open it again.",
    requests: 0,
  });
});
