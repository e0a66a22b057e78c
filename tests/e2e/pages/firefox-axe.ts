import axe from "axe-core";
import * as z from "zod/mini";
import type { FirefoxSurface } from "./firefox-surface.ts";

const violationsSchema = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string() })),
  }),
);

/** Runs axe in a document; returns one text for each violating element. */
export async function findAxeViolations(surface: FirefoxSurface): Promise<string[]> {
  // Sent as text, because the content security policy blocks scripts of a page.
  const source = `async () => {
    if (!window.axe) { ${axe.source}
    }
    const { violations } = await window.axe.run();
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
    }));
  }`;
  const violations = violationsSchema.parse(await surface.evaluate(source));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}
