import * as z from "zod/mini";

const tokenSchema = z.string().check(z.minLength(1), z.maxLength(20_000));

/** A credential for the Management API. The worker never returns it to a page. */
export const credentialInputSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("access_token"), token: tokenSchema }),
  z.object({
    kind: z.literal("client_credentials"),
    clientId: z.string().check(z.minLength(1), z.maxLength(200)),
    clientSecret: z.string().check(z.minLength(1), z.maxLength(2_000)),
  }),
  /** The access token of a login of the current user. */
  z.object({ kind: z.literal("user_login"), token: tokenSchema }),
]);
export type CredentialInput = z.infer<typeof credentialInputSchema>;

export const credentialKindSchema = z.enum(["access_token", "client_credentials", "user_login"]);
export type CredentialKind = z.infer<typeof credentialKindSchema>;

/**
 * The storage of a credential: the browser session, the device, or the device with a passphrase.
 */
export const rememberingSchema = z.enum(["session", "device", "passphrase"]);
export type Remembering = z.infer<typeof rememberingSchema>;

/**
 * Why a saved credential is gone. `erasure`: the browser ended while another one was erased from
 * the device. `update`: it was in memory only, and the extension was updated, reloaded or disabled.
 */
export const credentialLossSchema = z.enum(["erasure", "update"]);
export type CredentialLoss = z.infer<typeof credentialLossSchema>;

/** The facts about a stored credential that pages show. Contains no secret. */
export const credentialSummarySchema = z.object({
  kind: credentialKindSchema,
  scopes: z.array(z.string()),
  /** Unix time in ms; absent if the token does not contain it. */
  expiresAt: z.optional(z.number()),
  remembering: rememberingSchema,
  /** True until the user enters the passphrase: before that there is no token. */
  isLocked: z.boolean(),
});
export type CredentialSummary = z.infer<typeof credentialSummarySchema>;

/** The result of a credential test, from the claims of its token: see `testCredential`. */
export const credentialReportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("opaque"), message: z.string() }),
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
    message: z.string(),
  }),
]);
export type CredentialReport = z.infer<typeof credentialReportSchema>;
