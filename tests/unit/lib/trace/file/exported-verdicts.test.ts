import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { describeFlow } from "../../../../../lib/trace/file/describe-flow.ts";
import { exportTrace, type TraceFormat } from "../../../../../lib/trace/file/export-trace.ts";
import { readTraceFile } from "../../../../../lib/trace/file/read-trace-file.ts";
import { readTrace, type JudgedFlow } from "../../../../../lib/trace/read-trace.ts";
import { captures, readFlows, readHarText } from "../read-recording.ts";

const logins = readdirSync(captures).map((file) => file.slice(0, -".har".length));
const never = new AbortController().signal;

function exportFlows(flows: readonly JudgedFlow[], format: TraceFormat): string {
  const pieces = exportTrace({
    flows,
    shared: flows[0]?.prepared.context.shared ?? [],
    format,
    facts: { extension: "0.1.0", browser: "Chrome 156", exportedAt: "2026-11-23T09:00:00Z" },
    signal: never,
    onProgress: () => undefined,
  });
  return [...pieces].join("");
}

/** Returns the stop, the proven causes, or else the first possible one, of each flow. */
function judge(flows: readonly JudgedFlow[]): string[] {
  return flows.map((flow) => {
    const { kind, verdict, stop, findings, meaning } = describeFlow(flow, new Map());
    const proven = findings.filter(({ severity }) => severity !== "advice").map(({ id }) => id);
    const cause = proven.length > 0 ? proven.join(", ") : (meaning?.causes[0]?.cause ?? "");
    return [kind, verdict, stop?.step, stop?.by, cause].join(" | ");
  });
}

async function readAgain(text: string): Promise<readonly JudgedFlow[]> {
  const file = await readTraceFile(text, () => Promise.resolve(), never);
  if (!file.ok) throw new Error(file.message);
  return (await readTrace(file.exchanges)).flows;
}

/** The captures whose export is judged otherwise, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  "user-names-server-of-federation":
    "The page registered its client before. That request is no part of the login, so the export lacks it, and the secret counts as one in the page's code.",
};

describe.each(["har", "json"] as const)("an export as %s", (format) => {
  test("is judged as the capture was", async () => {
    const different: string[] = [];
    for (const name of logins) {
      const flows = await readFlows(readHarText(name));
      const again = await readAgain(exportFlows(flows, format));
      if (JSON.stringify(judge(again)) === JSON.stringify(judge(flows))) continue;
      different.push(`${name}: ${judge(flows).join("; ")} => ${judge(again).join("; ")}`);
    }
    const named = different.filter((line) => exceptions[line.split(":")[0] ?? ""] === undefined);
    expect(named).toEqual([]);
    expect(different.length).toBeLessThan(logins.length / 100);
  });

  test("is judged otherwise if the values that depend on secrets are not in it", async () => {
    const flows = await readFlows(readHarText("access-token-hash-implicit"));
    const text = exportFlows(flows, format).replaceAll('"_derived"', '"_other"');
    expect(judge(await readAgain(text))).not.toEqual(judge(flows));
  });
});

test("an export of an export keeps the pseudonyms, and gives none of them to another value", async () => {
  const flows = await readFlows(readHarText("login-pkce"));
  const once = exportFlows(flows, "har");
  const twice = exportFlows(await readAgain(once), "har");
  const list = (text: string) =>
    [...new Set(text.match(/removed-[a-z]+-\d+-of-\d+/giu))].toSorted();
  expect(list(twice)).toEqual(list(once));
});
