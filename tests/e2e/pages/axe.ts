import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Frame, Page } from "playwright";
import * as z from "zod/mini";

const violationsSchema = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.optional(z.string()) })),
  }),
);

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Runs axe in a frame, by its text: a panel's frame belongs to a page that is not the extension's. */
async function runInFrame(frame: Frame): Promise<unknown> {
  await frame.evaluate(await readFile(axeFile, "utf8"));
  return await frame.evaluate<unknown>("axe.run().then(({ violations }) => violations)");
}

/** Every rule that axe finds broken in a page or a panel's frame, one readable text each. */
export async function findViolations(surface: Page | Frame): Promise<string[]> {
  const found =
    "context" in surface
      ? (await new AxeBuilder({ page: surface }).analyze()).violations
      : await runInFrame(surface);
  return violationsSchema.parse(found).map(({ id, help, nodes }) => {
    const places = nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary ?? ""}`);
    return `${id}: ${help}\n${places.join("\n")}`;
  });
}
