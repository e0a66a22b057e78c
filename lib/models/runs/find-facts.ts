import type { Tenant } from "../../messages/tenant.ts";
import type { Operation, RunFacts, Values } from "../../runs/operation.ts";
import type { HistoryModel } from "./history-model.ts";
import type { TokenOffers } from "./token-offers.ts";

/** Returns what earlier runs have shown about an operation with an application of a tenant. */
export function findFacts(
  { id }: Operation,
  values: Values,
  tenant: Tenant,
  models: {
    history: InstanceType<typeof HistoryModel>;
    offers: InstanceType<typeof TokenOffers>;
  },
): Omit<RunFacts, "now"> {
  const clientId = values["clientID"]?.trim() || tenant.clientId;
  const lastRunAt = models.history.findLastStart(id, clientId);
  const idTokenAlgorithm = models.offers
    .find("id", tenant.id)
    .map(({ idToken }) => idToken)
    .find(
      (idToken) => idToken?.audience === clientId && idToken.algorithm !== undefined,
    )?.algorithm;
  return {
    ...(lastRunAt === undefined ? {} : { lastRunAt }),
    ...(idTokenAlgorithm === undefined ? {} : { idTokenAlgorithm }),
  };
}
