import * as z from "zod/mini";

import { isEventType } from "./event-types.ts";

/** A date-time that a clock can read; the interface names the format date-time and no more. */
export const dateTime = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

const text = z.nullish(z.string());
const flag = z.nullish(z.boolean());
const open = z.nullish(z.looseObject({}));

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
  logins_count: z.nullish(z.number()),
  blocked: flag,
});

const deletedUser = z.looseObject({ ...user.shape, deleted_at: dateTime });

/** Who and what caused an event; the same for all types. `tenant.id` is seen instead of `tenant.tenant_id`. */
const context = z.looseObject({
  tenant: z.nullish(z.looseObject({ tenant_id: text, id: text })),
  client: z.nullish(z.looseObject({ id: text, name: text, metadata: open })),
  connection: z.nullish(z.looseObject({ id: text, name: text, strategy: text })),
  request: z.nullish(
    z.looseObject({
      geo: open,
      hostname: text,
      ip: text,
      method: text,
      user_agent: text,
      custom_domain: text,
    }),
  ),
});

const userData = z.looseObject({ object: user, context: z.nullish(context) });
const deletedUserData = z.looseObject({ object: deletedUser, context: z.nullish(context) });
const openData = z.looseObject({ object: z.looseObject({}), context: z.nullish(context) });

/** `data` of `user.created` and `user.updated`; `user.deleted` has `deleted_at` beside it. */
export type UserData = z.infer<typeof userData>;

/**
 * The schema that `data` of a type has to fit. Users are described in full; the other listed
 * types are held to the frame they share; a type this version does not know may carry anything.
 */
export function findPayloadSchema(type: string): z.ZodMiniType {
  if (type === "user.created" || type === "user.updated") return userData;
  if (type === "user.deleted") return deletedUserData;
  return isEventType(type) ? openData : z.unknown();
}

/** The user an event is about, parsed for display; undefined when `data` is not a user's. */
export function parseUserData(data: unknown): UserData | undefined {
  const result = userData.safeParse(data);
  return result.success ? result.data : undefined;
}
