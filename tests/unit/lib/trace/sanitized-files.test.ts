import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { readTraceFile } from "../../../../lib/trace/file/read-trace-file.ts";
import { readTrace } from "../../../../lib/trace/read-trace.ts";
import { cases } from "../../../trace-corpus/logins.ts";
import { listProven } from "./entries.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/captures");

/** The headers that the default export of Chromium's Network panel leaves out. */
const sensitive = /^(?:authorization|cookie|set-cookie)$/i;

const messageSchema = z.looseObject({ headers: z.array(z.looseObject({ name: z.string() })) });
const harSchema = z.object({
  log: z.looseObject({
    entries: z.array(z.looseObject({ request: messageSchema, response: messageSchema })),
  }),
});

/** Leaves out cookies and credentials, as Chromium's "Export HAR (sanitized)" does. */
function sanitize(text: string): string {
  const har = harSchema.parse(JSON.parse(text));
  for (const { request, response } of har.log.entries) {
    for (const message of [request, response]) {
      message.headers = message.headers.filter(({ name }) => !sensitive.test(name));
      message["cookies"] = [];
    }
  }
  return JSON.stringify(har);
}

/** Returns the stops and the proven causes of a file. A call without its token is a flow of its own. */
async function judge(text: string): Promise<{ stops: string[]; proven: string[] }> {
  const file = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  if (!file.ok) throw new Error(file.message);
  const { flows } = await readTrace(file.exchanges);
  return {
    stops: flows.flatMap(({ stop }) => stop?.sentence ?? []),
    proven: flows.flatMap(({ verdict }) => listProven(verdict)),
  };
}

describe("a file without cookies and credentials", () => {
  test.each(cases)("$name: has no other stop, and proves nothing else", async ({ name }) => {
    const text = readFileSync(join(folder, `${name}.har`), "utf8");
    const [whole, sanitized] = [await judge(text), await judge(sanitize(text))];
    expect(whole.stops).toEqual(expect.arrayContaining(sanitized.stops));
    expect(whole.proven).toEqual(expect.arrayContaining(sanitized.proven));
  });
});
