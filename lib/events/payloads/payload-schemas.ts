import * as z from "zod/mini";

import { compileGuard, type Guard } from "./compile-guard.ts";
import type { EventType } from "./event-types.ts";
import { groupObjects } from "./group-payloads.ts";
import { organizationObjects } from "./organization-payloads.ts";
import { dateTime, flag, number, openObject, text } from "./payload-fields.ts";

const identity = z.object({
  connection: z.string(),
  // Some connections number their users.
  user_id: z.union([z.string(), z.number()]),
  provider: z.string(),
  isSocial: z.boolean(),
  profileData: openObject,
});

const user = z.object({
  user_id: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
  identities: z.array(identity),
  email: text,
  email_verified: flag,
  username: text,
  phone_number: text,
  phone_verified: flag,
  app_metadata: openObject,
  user_metadata: openObject,
  picture: text,
  name: text,
  nickname: text,
  given_name: text,
  family_name: text,
  multifactor: z.nullish(z.array(z.string())),
  last_ip: text,
  last_login: text,
  logins_count: number,
  blocked: flag,
});

const geo = z.object({
  continent_code: text,
  country_code: text,
  country_name: text,
  subdivision_code: text,
  subdivision_name: text,
  city_name: text,
  time_zone: text,
  latitude: number,
  longitude: number,
});

/**
 * The cause of an event; all types have the same fields. Some events have `tenant.id` instead of
 * `tenant.tenant_id`.
 */
const context = z.object({
  tenant: z.nullish(z.object({ tenant_id: text, id: text })),
  client: z.nullish(z.object({ id: text, name: text, metadata: openObject })),
  connection: z.nullish(z.object({ id: text, name: text, strategy: text })),
  request: z.nullish(
    z.object({
      geo: z.nullish(geo),
      hostname: text,
      ip: text,
      method: text,
      user_agent: text,
      custom_domain: text,
    }),
  ),
});

/** The schema of `data.object` for each type. A missing type is a compile error. */
const objects = {
  ...groupObjects,
  ...organizationObjects,
  "user.created": user,
  "user.updated": user,
  "user.deleted": z.object({ ...user.shape, deleted_at: dateTime }),
} satisfies Record<EventType, z.ZodMiniType>;

const payloads: ReadonlyMap<string, PayloadRule> = new Map(
  Object.entries(objects).map(([type, object]) => {
    const schema = z.object({ object, context: z.nullish(context) });
    return [type, { schema, fits: compileGuard(schema) }];
  }),
);
const anything: PayloadRule = { schema: z.unknown(), fits: () => true };

/** Validates the `data` of a type: `fits` is fast, `schema` gives the reasons. */
interface PayloadRule {
  readonly schema: z.ZodMiniType;
  readonly fits: Guard;
}

/**
 * Returns the rule for the `data` of a type. Rules are lenient: unknown fields are allowed, and
 * optional ones may be null. An unknown type allows any data. A rule only validates; the event is
 * stored as it arrived.
 */
export function findPayloadRule(type: string): PayloadRule {
  return payloads.get(type) ?? anything;
}
