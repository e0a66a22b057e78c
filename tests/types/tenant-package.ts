/** The types of the tenant's package agree with its code. Compiled, never run. */
import type { FaultName } from "../../tenant/core/faults.ts";
import type { TenantSeed } from "../../tenant/directory/tenant-seed.ts";
import type * as published from "../../tenant/package/index.d.ts";

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;

/** Also compares the names of optional fields, which an assignment ignores. */
type SameFields<One, Other> = Same<keyof One, keyof Other>;

type Entry<Seed, Name extends keyof Seed> =
  NonNullable<Seed[Name]> extends (infer Item)[] ? Item : never;

type SameEntries<Name extends keyof TenantSeed & keyof published.TenantSeed> = SameFields<
  Entry<TenantSeed, Name>,
  Entry<published.TenantSeed, Name>
>;

export const faults: Same<FaultName, published.FaultName> = true;
export const users: SameEntries<"users"> = true;
export const clients: SameEntries<"clients"> = true;
export const apis: SameEntries<"apis"> = true;
export const actions: SameEntries<"actions"> = true;
export const profiles: SameEntries<"connection_profiles"> = true;
export const lists: SameFields<TenantSeed, published.TenantSeed> = true;

export const read = (seed: published.TenantSeed): TenantSeed => seed;

export const refused = [
  // @ts-expect-error the faults have names
  { faults: ["wrong-door"] } satisfies published.StartOptions,
  // @ts-expect-error a user has a password
  { seed: { users: [{ email: "a@example.com" }] } } satisfies published.StartOptions,
];
