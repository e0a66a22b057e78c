import * as z from "zod/mini";
import {
  exchangeAttemptsSchema,
  forecastExchanges,
  noExchangeAttempts,
  recordFailedExchange,
  recordThrottledExchange,
  type AttemptsForecast,
} from "../management/exchange/exchange-attempts.ts";
import type { ExchangeOutcome } from "../management/exchange/exchange-schemas.ts";
import { createSerialQueue } from "./serial-queue.ts";
import type { Clock } from "../http/clock.ts";
import type { StoredItem } from "./ports.ts";

/** The failed exchanges, by tenant id. */
export const countedExchangesSchema = z.record(z.string(), exchangeAttemptsSchema);

/**
 * Counts failed exchanges, so that pages warn the user before the tenant refuses every exchange.
 */
export interface ExchangeCounter {
  forecast(tenantId: string): Promise<AttemptsForecast>;
  record(tenantId: string, outcome: ExchangeOutcome): Promise<void>;
  forget(tenantId: string): Promise<void>;
}

/**
 * @param requireTenant rejects for a tenant that is not stored, so that a late outcome of a
 *   forgotten tenant is not counted
 */
export function createExchangeCounter(
  counted: StoredItem<z.infer<typeof countedExchangesSchema>>,
  clock: Pick<Clock, "now">,
  requireTenant: (tenantId: string) => Promise<unknown>,
): ExchangeCounter {
  const enqueue = createSerialQueue();
  // If the count is unreadable, it starts again at zero: the user loses only a warning.
  const readAll = async () => (await counted.read().catch(() => undefined)) ?? {};

  return {
    async forecast(tenantId) {
      const known = (await readAll())[tenantId] ?? noExchangeAttempts;
      return forecastExchanges(known, clock.now());
    },
    record: (tenantId, outcome) =>
      enqueue(async () => {
        if (outcome.kind === "issued") return;
        const isThrottled = outcome.reason === "throttled";
        if (!isThrottled && !outcome.isFailedAttempt) return;
        await requireTenant(tenantId);
        const all = await readAll();
        const known = all[tenantId] ?? noExchangeAttempts;
        const recordAttempt = isThrottled ? recordThrottledExchange : recordFailedExchange;
        await counted.write({ ...all, [tenantId]: recordAttempt(known, clock.now()) });
      }),
    forget: (tenantId) =>
      enqueue(async () => {
        const { [tenantId]: _forgotten, ...others } = await readAll();
        if (Object.keys(others).length > 0) await counted.write(others);
        else await counted.remove();
      }),
  };
}
