import { waitFor } from "../launch/wait-for.ts";
import { followOn } from "./run-soak.ts";
import type { SoakSession } from "./soak-session.ts";

/** Fewer than the number of events that are emitted during the extension's absence. */
const retained = 20;

/**
 * Makes the tenant drop the events after the extension's cursor, this number of times. The tenant
 * then returns 410, and the extension must mark a possible gap.
 *
 * @returns the number of new gaps in the log
 */
export async function forceGaps(session: SoakSession, times: number): Promise<number> {
  const { control, readLog } = session;
  const before = (await readLog()).gaps;
  await control.limit({ retainedEvents: retained });
  for (let forced = 1; forced <= times; forced += 1) {
    await followOn(session);
    // The stream is silent while the events are emitted, so none of them gets through.
    await control.freeze();
    await control.emit(5 * retained);
    await control.drop();
    await waitFor(async () => (await readLog()).gaps >= before + forced, {
      what: `gap ${forced} to be marked`,
    });
  }
  await followOn(session);
  return (await readLog()).gaps - before;
}
