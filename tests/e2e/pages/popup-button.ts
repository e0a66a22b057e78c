import * as z from "zod/mini";
import { waitFor } from "../../launch/wait-for.ts";
import type { PageRuns, StartedRun } from "./page-runs.ts";

/** Resolves when a run says that it waits for the user's click in the page. */
export async function untilAsked(run: StartedRun): Promise<void> {
  await waitFor(async () => JSON.stringify(await run.waits()).includes("Click the button"), {
    what: "the run to wait for a click in the page",
  });
}

/**
 * Clicks the button that a run shows in the page. It is in a closed shadow root, so the click goes
 * to its place.
 *
 * @param click clicks at a point of the page, as a user
 */
export async function clickPopupButton(
  runs: PageRuns,
  run: StartedRun,
  click: (x: number, y: number) => Promise<void>,
): Promise<void> {
  await untilAsked(run);
  const width = z.number().parse(await runs.evaluate("document.documentElement.clientWidth"));
  await click(width - 60, 36);
}
