import * as z from "zod/mini";

import type { EventType } from "./event-types.ts";
import { groupObjects } from "./group-payloads.ts";
import { organizationObjects } from "./organization-payloads.ts";
import { dateTime, flag, number, open, text } from "./payload-fields.ts";

const identity = z.looseObject({
  connection: z.string(),
  // Some connections number their users, so both forms arrive.
  user_id: z.union([z.string(), z.number()]),
  provider: z.string(),
  isSocial: z.boolean(),
  profileData: open,
});

const user = z.looseObject({
  user_id: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
  identities: z.array(identity),
  email: text,
  email_verified: flag,
  username: text,
  phone_number: text,
  phone_verified: flag,
  app_metadata: open,
  user_metadata: open,
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

const geo = z.looseObject({
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

/** Who and what caused an event; the same for all types. `tenant.id` is seen instead of `tenant.tenant_id`. */
const context = z.looseObject({
  tenant: z.nullish(z.looseObject({ tenant_id: text, id: text })),
  client: z.nullish(z.looseObject({ id: text, name: text, metadata: open })),
  connection: z.nullish(z.looseObject({ id: text, name: text, strategy: text })),
  request: z.nullish(
    z.looseObject({
      geo: z.nullish(geo),
      hostname: text,
      ip: text,
      method: text,
      user_agent: text,
      custom_domain: text,
    }),
  ),
});

/** The object that an event of each type is about; in this table all listed types or a compile error. */
const objects = {
  ...groupObjects,
  ...organizationObjects,
  "user.created": user,
  "user.updated": user,
  "user.deleted": z.looseObject({ ...user.shape, deleted_at: dateTime }),
} satisfies Record<EventType, z.ZodMiniType>;

const userData = z.looseObject({ object: user, context: z.nullish(context) });
/** `data` of `user.created` and `user.updated`; `user.deleted` has `deleted_at` beside it. */
export type UserData = z.infer<typeof userData>;

const payloads: ReadonlyMap<string, z.ZodMiniType> = new Map(
  Object.entries(objects).map(([type, object]) => [
    type,
    z.looseObject({ object, context: z.nullish(context) }),
  ]),
);

/**
 * The schema that `data` of a type has to fit. Lenient: unknown fields are kept, optional ones may
 * be null; a type this version does not know may carry anything.
 */
export function findPayloadSchema(type: string): z.ZodMiniType {
  return payloads.get(type) ?? z.unknown();
}

/** The user an event is about, parsed for display; undefined when `data` is not a user's. */
export function parseUserData(data: unknown): UserData | undefined {
  const result = userData.safeParse(data);
  return result.success ? result.data : undefined;
}
