import * as z from "zod/mini";
import {
  credentialSchema,
  heldTokenSchema,
  type Credential,
} from "../management/credentials/credentials.ts";
import { describeAccessToken } from "../management/credentials/describe-access-token.ts";
import { SealedStoreError } from "../management/credentials/sealed-store-error.ts";
import {
  credentialKindSchema,
  rememberingSchema,
  type CredentialInput,
  type CredentialSummary,
} from "../messages/credential.ts";
import type { Tenant } from "../messages/tenant.ts";

/** A credential as it is kept for the browser session. */
export const keptCredentialSchema = z.object({
  kind: credentialKindSchema,
  remembering: rememberingSchema,
  credential: credentialSchema,
  /** The token that it last brought. */
  held: z.optional(heldTokenSchema),
});
export type KeptCredential = z.infer<typeof keptCredentialSchema>;

/** What was entered, as the management interface of the tenant takes it. */
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
 * What was unsealed, and is whole therefore: if it is no credential, then of a later version. The words of whoever cannot read
 * it hold a piece of it, and stay behind.
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

/** The token that is known without asking for one. */
export function tokenOf({ credential, held }: KeptCredential): string | undefined {
  return credential.kind === "client_credentials" ? held?.token : credential.token;
}

/** What may be shown of it. */
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
