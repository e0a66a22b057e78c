import * as z from "zod/mini";

import type { TenantEvent } from "./schemas.ts";

const objectSchema = z.record(z.string(), z.unknown());

/** What a person knows a thing by, best first. */
const NAMES = ["email", "display_name", "name", "username", "phone_number", "user_id", "id"];
/** Whom a membership or an assignment is about, before what it is in. */
const PARTIES = ["user", "member", "group", "organization"];

/**
 * Whom or what an event is about, in the words a person knows it by.
 *
 * @returns an empty string when the payload does not say
 */
export function findSubject(event: TenantEvent): string {
  const object = asObject(asObject(event.envelope["data"])["object"]);
  for (const candidate of [object, ...PARTIES.map((party) => asObject(object[party]))]) {
    for (const key of NAMES) {
      const value = candidate[key];
      if (typeof value === "string" && value !== "") return value.slice(0, 200);
    }
  }
  return "";
}

function asObject(value: unknown): Record<string, unknown> {
  const parsed = objectSchema.safeParse(value);
  return parsed.success ? parsed.data : {};
}
