import * as z from "zod/mini";
import {
  credentialSchema,
  cachedTokenSchema,
  type Credential,
} from "../management/credentials/credentials.ts";
import { describeAccessToken } from "../management/credentials/describe-access-token.ts";
import { SealedStoreError } from "../management/credentials/sealed-store-error.ts";
import {
  credentialKindSchema,
  rememberingSchema,
  type CredentialKind,
  type CredentialInput,
  type CredentialSummary,
} from "../messages/credential.ts";
import type { Tenant } from "../messages/tenant.ts";

/** A credential as stored for the browser session. */
export const keptCredentialSchema = z.object({
  kind: credentialKindSchema,
  remembering: rememberingSchema,
  credential: credentialSchema,
  /** The last token of the credential. */
  held: z.optional(cachedTokenSchema),
});
export type KeptCredential = z.infer<typeof keptCredentialSchema>;

/** Converts the user's input to a credential for the tenant's Management API. */
export function toCredential(tenant: Tenant, input: CredentialInput): Credential {
  if (input.kind === "access_token") return input;
  if (input.kind === "user_login") return { kind: "login", token: input.token };
  return {
    ...input,
    tokenUrl: `${tenant.origin}/oauth/token`,
    audience: `${tenant.origin}/api/v2/`,
  };
}

/**
 * Parses a decrypted credential. The decryption has proved its integrity, so an unknown shape comes
 * from a later version. Drops the parser's error, whose message can contain a part of the secret.
 *
 * @throws {SealedStoreError} `unknown-version`
 */
export function readCredential(text: string): Credential {
  try {
    return credentialSchema.parse(JSON.parse(text));
  } catch {
    throw new SealedStoreError("unknown-version");
  }
}

/** Returns the kind of the input from which a credential was made. */
export function kindOf({ kind }: Credential): CredentialKind {
  return kind === "login" ? "user_login" : kind;
}

/** Returns the known token, without a request for a new one. */
export function tokenOf({ credential, held }: KeptCredential): string | undefined {
  return credential.kind === "client_credentials" ? held?.token : credential.token;
}

/** Returns the facts about a credential that pages show. */
export function summarize(
  { kind, remembering }: Pick<KeptCredential, "kind" | "remembering">,
  token: string | undefined,
): CredentialSummary {
  const described = token === undefined ? undefined : describeAccessToken(token);
  const shown = { kind, remembering, isLocked: false };
  if (described?.kind !== "jwt") return { ...shown, scopes: [] };
  return {
    ...shown,
    scopes: described.scopes,
    ...(described.expiresAt === undefined ? {} : { expiresAt: described.expiresAt }),
  };
}
