import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTraceFile } from "../../../../../lib/trace/file/read-trace-file.ts";
import type { Flow } from "../../../../../lib/trace/flow.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";

const corpus = join(import.meta.dirname, "../../../../trace-corpus");

/** The names of all captured logins with their paths. */
export const captures = ["captures", "second"].flatMap((folder) =>
  readdirSync(join(corpus, folder))
    .filter((name) => name.endsWith(".har"))
    .map((name) => ({ name: name.slice(0, -".har".length), path: join(corpus, folder, name) })),
);

/** Reads the flows of a captured login. */
export async function readFlows(path: string): Promise<Flow[]> {
  const text = readFileSync(path, "utf8");
  const { signal } = new AbortController();
  const file = await readTraceFile(text, () => Promise.resolve(), signal);
  if (!file.ok) throw new Error(file.message);
  const { flows } = await readTrace(file.exchanges);
  return flows.map(({ flow }) => flow);
}
