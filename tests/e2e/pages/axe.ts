import axe from "axe-core";
import type { Frame, Page } from "playwright";
import * as z from "zod/mini";

const violationsSchema = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.optional(z.string()) })),
  }),
);

/**
 * Every rule that axe finds broken in a page or a panel's frame, one readable text each.
 *
 * Sent as text, for a panel's frame belongs to a page that is not the extension's; and once a document, without a page
 * of axe's own beside it, which would take the front from the one that is looked at.
 */
export async function findViolations(surface: Page | Frame): Promise<string[]> {
  const hasAxe = await surface.evaluate<unknown>("'axe' in window");
  if (hasAxe !== true) await surface.evaluate(axe.source);
  const found = await surface.evaluate<unknown>("axe.run().then(({ violations }) => violations)");
  return violationsSchema.parse(found).map(({ id, help, nodes }) => {
    const places = nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary ?? ""}`);
    return `${id}: ${help}\n${places.join("\n")}`;
  });
}
