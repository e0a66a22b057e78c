import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exportTrace } from "../../lib/trace/file/export-trace.ts";
import { readTraceFile } from "../../lib/trace/file/read-trace-file.ts";
import { readTrace } from "../../lib/trace/read-trace.ts";

/** Returns a capture of the corpus as the Trace tab exports it: a HAR without secrets. */
export async function writeSample(name: string): Promise<string> {
  const capture = await readFile(join(import.meta.dirname, `captures/${name}.har`), "utf8");
  const { signal } = new AbortController();
  const file = await readTraceFile(capture, () => Promise.resolve(), signal);
  if (!file.ok) throw new Error(`${name}: ${file.message}`);
  const { flows } = await readTrace(file.exchanges, []);
  const pieces = exportTrace({
    flows,
    shared: flows[0]?.prepared.context.shared ?? [],
    format: "har",
    facts: { extension: "sample", browser: "Chromium", exportedAt: "2026-11-23T00:00:00.000Z" },
    signal,
    onProgress: () => undefined,
  });
  return [...pieces].join("");
}
