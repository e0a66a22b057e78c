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
 * Runs in the page. Text in the colour of its ground is no violation for axe, but a doubt: authors
 * can hide text like that. Ours hides none.
 */
const run = `axe.run().then(({ violations, incomplete }) => {
  const isUnseen = ({ any }) => any.some(({ data }) => data?.messageKey === "equalRatio");
  const unseen = incomplete
    .filter(({ id }) => id === "color-contrast")
    .map(({ id, nodes }) => ({ id, help: "Text must be seen", nodes: nodes.filter(isUnseen) }))
    .filter(({ nodes }) => nodes.length > 0);
  return [...violations, ...unseen];
})`;

/**
 * Lists the axe rules that a page or a panel's frame violates, one readable text each.
 *
 * axe is sent as text, because a panel's frame belongs to a page outside of the extension. It is
 * loaded once per document, because a page of its own would come to the front.
 */
export async function findViolations(surface: Page | Frame): Promise<string[]> {
  const hasAxe = await surface.evaluate<unknown>("'axe' in window");
  if (hasAxe !== true) await surface.evaluate(axe.source);
  const found = await surface.evaluate<unknown>(run);
  return violationsSchema.parse(found).map(({ id, help, nodes }) => {
    const places = nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary ?? ""}`);
    return `${id}: ${help}\n${places.join("\n")}`;
  });
}
