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
  ["hs256-pkce", "idt-hs256"],
  ["callback-refused-pkce", "authz-redirect-mismatch"],
  ["transaction-cleared-demo", "resp-not-redeemed"],
  ["renew-cross-site-pkce", "renew-3pc"],
  ["code-used-twice", "token-code-reused"],
])("the sample %s has the cause on top", async (name, cause) => {
  const content = await readTraceFile(
    read(name),
    () => Promise.resolve(),
    new AbortController().signal,
  );
  if (!content.ok) throw new Error(content.message);
  const { flows } = await readTrace(content.exchanges, []);
  const tops = flows.map(({ verdict }) => verdict.findings[0]?.rule.id);
  expect(tops).toContain(cause);
});

test.each(samples.map(({ name }) => name))(
  "the sample %s is what the export writes: no signature, code or verifier",
  async (name) => {
    const text = read(name);
    expect(JSON.parse(text)).toEqual(JSON.parse(await writeSample(name)));
    expect(text).not.toMatch(/"code_verifier","value":"(?!code_verifier|\[)/u);
    expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]{8,}/u);
  },
);
