import type { ReadonlySignal } from "@preact/signals";
import { writeMoment } from "../../../../lib/models/tokens/write-moment.ts";

/** Shows a time in local time, in UTC and relative to the current time. All are Unix time in ms. */
export function ClaimTime({ at, now }: { at: number; now: ReadonlySignal<number> }) {
  const { local, utc, relative } = writeMoment(at, now.value);
  return (
    <div class="claim-time quiet">
      <time dateTime={utc}>{local}</time> <span>({utc}),</span> <span>{relative}</span>
    </div>
  );
}
