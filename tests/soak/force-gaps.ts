import { waitFor } from "../launch/wait-for.ts";
import { followOn } from "./run-soak.ts";
import type { SoakSession } from "./soak-session.ts";

/** Fewer than what is emitted while the extension is away. */
const retained = 20;

/**
 * Lets the tenant forget the extension's place in the stream, so many times: it answers 410, and the extension has to say that
 * something may be missing.
 *
 * @returns how many gaps the log has then, beside those that it had before
 */
export async function forceGaps(session: SoakSession, times: number): Promise<number> {
  const { control, readLog } = session;
  const before = (await readLog()).gaps;
  await control.limit({ retainedEvents: retained });
  for (let forced = 1; forced <= times; forced += 1) {
    await followOn(session);
    // Silent while the events are emitted: however long that takes, none of them gets through.
    await control.freeze();
    await control.emit(5 * retained);
    await control.drop();
    await waitFor(async () => (await readLog()).gaps >= before + forced, {
      what: `gap ${forced} to be marked`,
      timeout: 60_000,
    });
  }
  await followOn(session);
  return (await readLog()).gaps - before;
}
