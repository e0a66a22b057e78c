import * as z from "zod/mini";

import type { GateStore } from "../events/stream/connect-gate.ts";
import { createTurns } from "./create-turns.ts";
import type { StoredItem } from "./ports.ts";

/** By tenant id: when the tenant may be asked for its stream again. The gate parses each entry by itself. */
export const streamGatesSchema = z.record(z.string(), z.unknown());
type StreamGates = z.infer<typeof streamGatesSchema>;

/** Keeps the tenants' gates in one item, each changed without touching the others. */
export function createGateStores(item: StoredItem<StreamGates>): (tenantId: string) => GateStore {
  const inTurn = createTurns();
  // An item that cannot be read costs each tenant one request too many.
  const readAll = async (): Promise<StreamGates> =>
    (await item.read().catch(() => undefined)) ?? {};

  return (tenantId) => ({
    read: async () => (await readAll())[tenantId],
    write: (record) => inTurn(async () => item.write({ ...(await readAll()), [tenantId]: record })),
    remove: () =>
      inTurn(async () => {
        const { [tenantId]: _removed, ...others } = await readAll();
        await (Object.keys(others).length > 0 ? item.write(others) : item.remove());
      }),
  });
}
