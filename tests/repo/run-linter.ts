import * as z from "zod/mini";
import { runTool } from "./overlay.ts";
import type { Overlay } from "./overlay.ts";

const LintReport = z.object({
  number_of_files: z.number(),
  diagnostics: z.array(
    z.object({
      message: z.string(),
      code: z.optional(z.string()),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

/**
 * The report of the linter for a tree: the number of files, and `rule@line` by file, in the order
 * of the lines.
 */
export interface LintResult {
  readonly fileCount: number;
  readonly findings: ReadonlyMap<string, readonly string[]>;
}

function parseReport(output: string): z.infer<typeof LintReport> {
  const start = output.indexOf("{");
  if (start < 0) throw new Error(`The linter returned no report: ${output.slice(0, 500)}`);
  return LintReport.parse(JSON.parse(output.slice(start)));
}

/** Counts the files that the linter reads in a folder, with these arguments. */
export function countLinted(folder: string, args: readonly string[]): number {
  return parseReport(runTool(folder, "oxlint", [...args, "--format=json"]).output).number_of_files;
}

/**
 * Lints the overlay with the repository's own configuration; throws if the linter creates no
 * report.
 */
export function lintOverlay(overlay: Overlay, paths: readonly string[]): LintResult {
  const report = parseReport(overlay.run("oxlint", ["--format=json", ...paths]).output);
  const findings = new Map<string, string[]>();
  for (const { code, message, filename, labels } of report.diagnostics) {
    const line = labels[0]?.span.line ?? 0;
    const list = findings.get(filename) ?? [];
    list.push(`${code ?? message}@${line}`);
    findings.set(filename, list);
  }
  for (const list of findings.values()) {
    list.sort(
      (a, b) => Number(a.split("@").at(-1)) - Number(b.split("@").at(-1)) || a.localeCompare(b),
    );
  }
  return { fileCount: report.number_of_files, findings };
}
