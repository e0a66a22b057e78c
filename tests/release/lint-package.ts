import * as z from "zod/mini";
import { root, runTool } from "../repo/overlay.ts";

const messageSchema = z.object({ code: z.string(), file: z.optional(z.string()) });
const reportSchema = z.object({
  errors: z.array(messageSchema),
  warnings: z.array(messageSchema),
  notices: z.array(messageSchema),
});
export type LintReport = z.infer<typeof reportSchema>;

/**
 * Runs addons-linter, the linter of `web-ext lint` and of addons.mozilla.org.
 *
 * @param path a zip, or the folder of its files
 */
export function lintPackage(path: string): LintReport {
  const { output } = runTool(root, "addons-linter", ["--output", "json", "--boring", path]);
  const json = output.split("\n").find((line) => line.startsWith("{"));
  return reportSchema.parse(JSON.parse(json ?? "null"));
}
