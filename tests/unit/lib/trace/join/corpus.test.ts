import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTraceFile } from "../../../../../lib/trace/file/read-trace-file.ts";
import type { FlowKind } from "../../../../../lib/trace/flow.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";
import { cases } from "../../../../trace-corpus/cases.ts";

const folder = join(import.meta.dirname, "../../../../trace-corpus/captures");

async function countFlows(name: string) {
  const text = readFileSync(join(folder, `${name}.har`), "utf8");
  const file = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  const { flows } = await readTrace(file.ok ? file.exchanges : []);
  const count = (kind: FlowKind) => flows.filter(({ flow }) => flow.kind === kind).length;
  return { logins: count("login"), renewals: count("renewal"), logouts: count("logout") };
}

test.each(cases)(
  "$name has as many logins, renewals and logouts as were made",
  async ({ name, logins = 0, renewals = 0, logouts = 0 }) => {
    expect(await countFlows(name)).toEqual({ logins, renewals, logouts });
  },
);
