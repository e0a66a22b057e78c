import type { ShownPolicy } from "../messages/policy.ts";
import { noPolicy, readPolicy, type Policy, type ReadPolicy } from "./read-policy.ts";

/** The policy of the organisation that manages this browser. */
export interface OrganisationPolicy {
  /** Resolves to the policy that applies; an unreadable one does not. */
  read(): Promise<Policy>;
  /** Resolves to the policy for the pages; undefined without one. */
  shown(): Promise<ShownPolicy | undefined>;
  /** Reads the policy again, after the organisation has changed it. */
  changed(): void;
}

/** @param readStored returns the content of `storage.managed` */
export function createOrganisationPolicy(readStored: () => Promise<unknown>): OrganisationPolicy {
  let reading: Promise<ReadPolicy | undefined> | undefined;
  const find = () => {
    // Firefox rejects the read if there is no policy.
    reading ??= readStored()
      .catch(() => undefined)
      .then(readPolicy);
    return reading;
  };
  const read = async () => {
    const found = await find();
    return found !== undefined && "policy" in found ? found.policy : noPolicy;
  };
  return {
    read,
    async shown() {
      const found = await find();
      if (found === undefined) return undefined;
      const { tenants, ...limits } = await read();
      return {
        tenantIds: tenants.map(({ origin }) => origin),
        ...limits,
        ...("problem" in found ? { problem: found.problem } : {}),
      };
    },
    changed() {
      reading = undefined;
    },
  };
}
