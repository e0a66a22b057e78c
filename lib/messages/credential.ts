import * as z from "zod/mini";

const tokenSchema = z.string().check(z.minLength(1), z.maxLength(20_000));

/** How the management interface is reached. Crosses once, from the options page to the worker, and never back. */
export const credentialInputSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("access_token"), token: tokenSchema }),
  z.object({
    kind: z.literal("client_credentials"),
    clientId: z.string().check(z.minLength(1), z.maxLength(200)),
    clientSecret: z.string().check(z.minLength(1), z.maxLength(2_000)),
  }),
  /** The access token that a login of the current user brought. */
  z.object({ kind: z.literal("user_login"), token: tokenSchema }),
]);
export type CredentialInput = z.infer<typeof credentialInputSchema>;

export const credentialKindSchema = z.enum(["access_token", "client_credentials", "user_login"]);
export type CredentialKind = z.infer<typeof credentialKindSchema>;

/** How long a credential is kept: this browser session, or on the device, with or without a passphrase of the user's. */
export const rememberingSchema = z.enum(["session", "device", "passphrase"]);
export type Remembering = z.infer<typeof rememberingSchema>;

/** What may be shown of a stored credential. */
export const credentialSummarySchema = z.object({
  kind: credentialKindSchema,
  scopes: z.array(z.string()),
  /** Unix time in ms; absent when the token does not say. */
  expiresAt: z.optional(z.number()),
  remembering: rememberingSchema,
  /** True for one that waits for its passphrase: it gives no token until then. */
  isLocked: z.boolean(),
});
export type CredentialSummary = z.infer<typeof credentialSummarySchema>;

/** What the tests of a credential came to, by its token's own claims: see `testCredential` of `lib/management`. */
export const credentialReportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("opaque"), words: z.string() }),
  z.object({
    kind: z.literal("jwt"),
    has: z.array(z.string()),
    lacks: z.array(z.string()),
    beyond: z.array(z.string()),
    expiresAt: z.optional(z.number()),
    hasExpired: z.boolean(),
    client: z.optional(z.string()),
    subject: z.optional(z.string()),
    audience: z.array(z.string()),
    problems: z.array(z.string()),
    isForUser: z.boolean(),
    excess: z.optional(z.string()),
    words: z.string(),
  }),
]);
export type CredentialReport = z.infer<typeof credentialReportSchema>;
