import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTraceFile } from "../../../../lib/trace/file/read-trace-file.ts";
import { readTrace, type JudgedFlow } from "../../../../lib/trace/read-trace.ts";

/** The folder of the captured logins. */
export const captures = join(import.meta.dirname, "../../../trace-corpus/captures");

/** Returns the HAR file of a captured login. */
export const readHarText = (name: string): string =>
  readFileSync(join(captures, `${name}.har`), "utf8");

/** Returns the flows of a HAR file. */
export async function readFlows(har: string): Promise<readonly JudgedFlow[]> {
  const file = await readTraceFile(har, () => Promise.resolve(), new AbortController().signal);
  if (!file.ok) throw new Error(file.message);
  const { flows } = await readTrace(file.exchanges);
  return flows;
}
