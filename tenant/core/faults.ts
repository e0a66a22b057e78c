import * as z from "zod/mini";

/**
 * Faults that can be planted: each breaks one promise of the tenant, to show that a test notices.
 * Three are settings that a tenant may have: `errors-redirected` is an error page of its own,
 * `user-access-denied` the policy `deny_all` for user access to the Management API, and
 * `verification-required` bot detection that asks each embedded login for a captcha.
 */
export const faultNames = [
  "hs256-accepted",
  "wrong-key",
  "create-refused",
  "patch-not-applied",
  "stream-silent",
  "email-verified-boolean",
  "global-limit-reached",
  "message-lost",
  "audience-ignored",
  "errors-redirected",
  "user-access-denied",
  "verification-required",
] as const;

export type FaultName = (typeof faultNames)[number];

/** Body of `PUT /_control/faults`; faults that it does not name are unchanged. */
export const faultChangeSchema = z.partialRecord(z.enum(faultNames), z.boolean());

export type FaultChange = z.infer<typeof faultChangeSchema>;

/** The faults that are currently planted. */
export interface Faults {
  isPlanted(name: FaultName): boolean;
  change(switches: FaultChange): void;
  /** Returns for each name whether the fault is planted. */
  list(): Readonly<Record<string, boolean>>;
}

/** Creates the state; `first` names the faults that are planted from the start. */
export function createFaults(first: readonly FaultName[] = []): Faults {
  const planted = new Set(first);
  const isPlanted = (name: FaultName): boolean => planted.has(name);
  return {
    isPlanted,
    change(switches) {
      for (const name of faultNames) {
        if (switches[name] === true) planted.add(name);
        if (switches[name] === false) planted.delete(name);
      }
    },
    list: () => Object.fromEntries(faultNames.map((name) => [name, isPlanted(name)])),
  };
}
