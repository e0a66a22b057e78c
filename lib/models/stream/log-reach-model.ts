import { computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import { plural } from "../../encoding/plural.ts";
import type { CommandResponse } from "../../messages/commands.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { StreamPreferences } from "../../messages/stream-preferences.ts";
import type { Tenant } from "../../messages/tenant.ts";

export interface LogReachPort {
  send: CommandSender;
  tenant: ReadonlySignal<Tenant | undefined>;
  /** The limits as they are entered; undefined while they are invalid. */
  keep: ReadonlySignal<StreamPreferences["keep"] | undefined>;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Tells how long the log reaches back with the entered limits, at the rate of the last day. */
export const LogReachModel = createModel((port: LogReachPort) => {
  const rate = signal<CommandResponse<"events.read-rate">["arrivals"]>(undefined);
  const tenantId = computed(() => port.tenant.value?.id);

  const isShown = signal(false);

  effect(() => {
    const id = tenantId.value;
    const isWanted = isShown.value;
    rate.value = undefined;
    if (id === undefined || !isWanted) return;
    port.send("events.read-rate", { tenantId: id }).then(
      ({ arrivals }) => {
        if (tenantId.peek() === id) rate.value = arrivals;
      },
      // Without the rate, the limits are shown alone.
      () => undefined,
    );
  });

  return {
    /** Reads the rate of the tenant. Call it when the limits are shown. */
    load(): void {
      isShown.value = true;
    },
    text: computed(() => {
      const { value: keep } = port.keep;
      const { value: known } = rate;
      if (keep === undefined || known === undefined) return undefined;
      const perMs = known.count / known.spanMs;
      const hourly = write(perMs * hourMs);
      const reachMs = Math.min(keep.events / perMs, keep.days * dayMs);
      const limit =
        keep.events / perMs < keep.days * dayMs
          ? `${write(keep.events)} events`
          : `the maximum age of ${plural(keep.days, "day")}`;
      return `About ${hourly} ${hourly === "1" ? "event" : "events"} an hour arrived lately. At that rate, ${limit} would reach back ${writeSpan(reachMs)}.`;
    }),
  };
});

function write(count: number): string {
  return Math.max(1, Math.round(count)).toLocaleString("en");
}

/** Writes a time span with one unit, never longer than it is. */
function writeSpan(spanMs: number): string {
  if (spanMs < hourMs) return countWhole(spanMs / 60_000, "minute");
  if (spanMs < 2 * dayMs) return countWhole(spanMs / hourMs, "hour");
  return countWhole(spanMs / dayMs, "day");
}

function countWhole(amount: number, unit: string): string {
  return plural(Math.max(1, Math.floor(amount)), unit);
}
