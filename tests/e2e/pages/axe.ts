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
 * Lists the axe rules that a page or a panel's frame violates, one readable text each.
 *
 * axe is sent as text, because a panel's frame belongs to a page outside of the extension. It is
 * loaded once per document, because a page of its own would come to the front.
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
