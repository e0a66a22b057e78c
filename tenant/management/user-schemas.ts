import * as z from "zod/mini";
import { emailPattern } from "../directory/users.ts";
import { identityProviders } from "./identity-providers.ts";

const metadataSchema = z.record(z.string(), z.unknown());
const textSchema = z.string().check(z.minLength(1), z.maxLength(300));

const partOfNameSchema = z.string().check(z.minLength(1), z.maxLength(150));

/** Query of `GET /users/{id}`: names of fields, and whether to include or exclude them. */
export const readUserSchema = z.strictObject({
  fields: z.exactOptional(z.string().check(z.regex(/^[\w.-]+(?:,[\w.-]+)*$/), z.maxLength(1000))),
  include_fields: z.exactOptional(z.enum(["true", "false"])),
});

/**
 * Body of `PATCH /users/{id}`, with the properties that this tenant stores. Null removes a part of
 * the profile.
 */
export const updateUserSchema = z.strictObject({
  blocked: z.exactOptional(z.boolean()),
  email: z.exactOptional(
    z.nullable(
      z.string().check(
        z.maxLength(320),
        z.refine((value) => emailPattern.test(value), { params: { format: "email" } }),
      ),
    ),
  ),
  email_verified: z.exactOptional(z.boolean()),
  name: z.exactOptional(z.nullable(textSchema)),
  nickname: z.exactOptional(z.nullable(textSchema)),
  given_name: z.exactOptional(z.nullable(partOfNameSchema)),
  family_name: z.exactOptional(z.nullable(partOfNameSchema)),
  picture: z.exactOptional(
    z.nullable(
      z.string().check(
        z.maxLength(2000),
        z.refine((value) => URL.canParse(value), { params: { format: "strict-uri" } }),
      ),
    ),
  ),
  password: z.exactOptional(textSchema),
  user_metadata: z.exactOptional(metadataSchema),
  app_metadata: z.exactOptional(metadataSchema),
});

/** A change of a user. */
export type UserChange = z.infer<typeof updateUserSchema>;

/**
 * Body of `POST /users/{id}/identities`: the ID token of the secondary account. Only
 * administrators can send its provider and ID instead.
 */
export const linkSchema = z
  .strictObject({
    link_with: z.optional(z.string().check(z.minLength(1), z.maxLength(20_000))),
    provider: z.optional(z.enum(identityProviders)),
    user_id: z.optional(z.union([textSchema, z.int()])),
    connection_id: z.optional(textSchema),
  })
  .check(
    z.refine((body) => body.link_with !== undefined || body.user_id !== undefined, {
      params: { text: "Missing required property: link_with" },
    }),
    z.refine((body) => (body.user_id === undefined) === (body.provider === undefined), {
      params: { text: "Missing required property: provider or user_id" },
    }),
  );
