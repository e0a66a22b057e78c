import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { samples } from "../../../../../lib/models/trace/samples.ts";
import { readTraceFile } from "../../../../../lib/trace/file/read-trace-file.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";
import { writeSample } from "../../../../trace-corpus/write-sample.ts";

const file = join(import.meta.dirname, "../../../../../public/samples.json");
const stored = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));

const read = (name: string): string => JSON.stringify(stored[name]);

test("the package has each sample, and no other", () => {
  expect(Object.keys(stored)).toEqual(samples.map(({ name }) => name));
});

test.each([
  ["hs256-pkce", "The ID token is signed with HS256"],
  ["callback-refused-pkce", "The callback URL is not in the list of the application."],
  [
    "transaction-cleared-demo",
    "The application no longer had the values of its login, such as state and verifier.",
  ],
  [
    "renew-cross-site-pkce",
    "The browser blocks the provider's cookies, because the page is on another site.",
  ],
  ["code-used-twice", "The same code was redeemed twice"],
])("the sample %s has the cause on top", async (name, cause) => {
  const content = await readTraceFile(
    read(name),
    () => Promise.resolve(),
    new AbortController().signal,
  );
  if (!content.ok) throw new Error(content.message);
  const { flows } = await readTrace(content.exchanges, []);
  const tops = flows.map(
    ({ verdict: { findings, meaning } }) =>
      findings.find(({ rank }) => rank !== "advice")?.title ?? meaning?.causes[0]?.cause,
  );
  expect(tops).toContain(cause);
});

test.each(samples.map(({ name }) => name))(
  "the sample %s is what the export writes: no signature, code or verifier",
  async (name) => {
    const text = read(name);
    expect(JSON.parse(text)).toEqual(JSON.parse(await writeSample(name)));
    expect(text).not.toMatch(/code_verifier(?:=|\\":\\")(?!removed-)/u);
    expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\.(?!removed-part-)[\w-]{8,}/u);
  },
);
