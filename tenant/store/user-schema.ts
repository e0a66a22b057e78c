import * as z from "zod/mini";
import type { User } from "../directory/users.ts";

const metadataSchema = z.record(z.string(), z.unknown());

/** A stored user, with password and linked accounts. */
export const userSchema: z.ZodMiniType<User> = z.strictObject({
  user_id: z.string().check(z.regex(/^[^|]+\|.+$/)),
  connection: z.exactOptional(z.string()),
  email: z.string(),
  password: z.string(),
  username: z.exactOptional(z.string()),
  phone_number: z.exactOptional(z.string()),
  phone_verified: z.exactOptional(z.boolean()),
  multifactor: z.exactOptional(z.array(z.string())),
  name: z.string(),
  nickname: z.string(),
  given_name: z.exactOptional(z.string()),
  family_name: z.exactOptional(z.string()),
  picture: z.string(),
  email_verified: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  blocked: z.exactOptional(z.boolean()),
  user_metadata: z.exactOptional(metadataSchema),
  app_metadata: z.exactOptional(metadataSchema),
  get linkedAccounts(): z.ZodMiniExactOptional<z.ZodMiniArray<typeof userSchema>> {
    return z.exactOptional(z.array(userSchema));
  },
});
