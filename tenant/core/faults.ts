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

type FaultName = (typeof faultNames)[number];

/** Body of `PUT /_control/faults`; faults that it does not name are unchanged. */
export const faultChangeSchema = z.strictObject({
  "hs256-accepted": z.optional(z.boolean()),
  "wrong-key": z.optional(z.boolean()),
  "create-refused": z.optional(z.boolean()),
  "patch-not-applied": z.optional(z.boolean()),
  "stream-silent": z.optional(z.boolean()),
  "email-verified-boolean": z.optional(z.boolean()),
  "global-limit-reached": z.optional(z.boolean()),
  "message-lost": z.optional(z.boolean()),
  "audience-ignored": z.optional(z.boolean()),
  "errors-redirected": z.optional(z.boolean()),
  "user-access-denied": z.optional(z.boolean()),
  "verification-required": z.optional(z.boolean()),
});

export type FaultChange = z.infer<typeof faultChangeSchema>;

/** The faults that are currently planted. */
export interface Faults {
  isPlanted(name: FaultName): boolean;
  change(switches: FaultChange): void;
  list(): Record<FaultName, boolean>;
}

/** Creates the state without a planted fault. */
export function createFaults(): Faults {
  const planted = new Set<FaultName>();
  const isPlanted = (name: FaultName): boolean => planted.has(name);
  return {
    isPlanted,
    change(switches) {
      for (const name of faultNames) {
        if (switches[name] === true) planted.add(name);
        if (switches[name] === false) planted.delete(name);
      }
    },
    list: () => ({
      "hs256-accepted": isPlanted("hs256-accepted"),
      "wrong-key": isPlanted("wrong-key"),
      "create-refused": isPlanted("create-refused"),
      "patch-not-applied": isPlanted("patch-not-applied"),
      "stream-silent": isPlanted("stream-silent"),
      "email-verified-boolean": isPlanted("email-verified-boolean"),
      "global-limit-reached": isPlanted("global-limit-reached"),
      "message-lost": isPlanted("message-lost"),
      "audience-ignored": isPlanted("audience-ignored"),
      "errors-redirected": isPlanted("errors-redirected"),
      "user-access-denied": isPlanted("user-access-denied"),
      "verification-required": isPlanted("verification-required"),
    }),
  };
}
