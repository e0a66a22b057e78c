import * as z from "zod/mini";
import {
  createAccessTokenSource,
  credentialSchema,
  heldTokenSchema,
  type AccessTokenSource,
  type Credential,
  type HeldToken,
} from "../management/credentials.ts";
import { describeAccessToken } from "../management/describe-access-token.ts";
import type { CredentialInput, CredentialSummary, Tenant } from "../messages/tenant.ts";
import type { StoredItem, WorkerPorts } from "./ports.ts";
import { WorkerError } from "./worker-error.ts";

/** What is kept in memory of the browser session: the credential, and the token it last brought. */
export const keptCredentialSchema = z.object({
  tenantId: z.string(),
  credential: credentialSchema,
  held: z.optional(heldTokenSchema),
});
export type KeptCredential = z.infer<typeof keptCredentialSchema>;

/** The management credential of the tenant: kept for the browser session, and turned into access tokens. */
export interface CredentialVault {
  /** Tries a credential and keeps it when the tenant gives a token for it. */
  save(tenant: Tenant, input: CredentialInput): Promise<CredentialSummary>;
  summary(tenant: Tenant): Promise<CredentialSummary | undefined>;
  forget(): Promise<void>;
  /** @throws {WorkerError} `no-credential` from the source it returns */
  accessToken(tenant: Tenant): AccessTokenSource;
}

export function createCredentialVault(
  stored: StoredItem<KeptCredential>,
  ports: Pick<WorkerPorts, "fetch" | "clock">,
): CredentialVault {
  let open: { tenantId: string; source: AccessTokenSource } | undefined;

  /** Makes a credential the one that gives tokens from now on. */
  function use(credential: Credential, tenantId: string): AccessTokenSource {
    const source = createAccessTokenSource(credential, {
      ...ports,
      // A worker lives for half a minute at a time: its token outlives it, or each start would cost a new one.
      kept: {
        read: async () => (await readFor(tenantId))?.held,
        async write(held) {
          // A token that comes late must not bring back a credential that was forgotten or replaced meanwhile.
          if (open?.source === source) await stored.write({ tenantId, credential, held });
        },
      },
    });
    open = { tenantId, source };
    return source;
  }

  async function readFor(tenantId: string): Promise<KeptCredential | undefined> {
    const kept = await stored.read();
    return kept?.tenantId === tenantId ? kept : undefined;
  }

  return {
    async save(tenant, input) {
      const credential = toCredential(tenant, input);
      let held: HeldToken | undefined;
      const trial = createAccessTokenSource(credential, {
        ...ports,
        kept: {
          read: async () => held,
          write: async (renewed) => {
            held = renewed;
          },
        },
      });
      const token = await trial();
      // From here on the one before gives no token any more, and keeps none.
      open = undefined;
      await stored.write({
        tenantId: tenant.id,
        credential,
        ...(held === undefined ? {} : { held }),
      });
      use(credential, tenant.id);
      return summarize(credential.kind, token);
    },
    async summary(tenant) {
      const kept = await readFor(tenant.id);
      if (kept === undefined) return undefined;
      const { credential, held } = kept;
      const given = credential.kind === "client_credentials" ? undefined : credential.token;
      return summarize(credential.kind, held?.token ?? given);
    },
    async forget() {
      open = undefined;
      await stored.remove();
    },
    accessToken(tenant) {
      return async (options) => {
        if (open?.tenantId === tenant.id) return open.source(options);
        const kept = await readFor(tenant.id);
        if (kept === undefined) {
          throw new WorkerError(
            "no-credential",
            "There is no management credential for this tenant. Add one in the options.",
          );
        }
        // Callers that came together share one source, and with it one request.
        const source = open?.tenantId === tenant.id ? open.source : use(kept.credential, tenant.id);
        return source(options);
      };
    },
  };
}

function toCredential(tenant: Tenant, input: CredentialInput): Credential {
  if (input.kind === "access_token") return input;
  return {
    ...input,
    tokenUrl: `${tenant.origin}/oauth/token`,
    audience: `${tenant.origin}/api/v2/`,
  };
}

function summarize(kind: Credential["kind"], token: string | undefined): CredentialSummary {
  const described = token === undefined ? undefined : describeAccessToken(token);
  if (described?.kind !== "jwt") return { kind, scopes: [] };
  return {
    kind,
    scopes: described.scopes,
    ...(described.expiresAt === undefined ? {} : { expiresAt: described.expiresAt }),
  };
}
