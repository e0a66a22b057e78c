import * as z from "zod/mini";
import {
  createAccessTokenSource,
  type AccessTokenSource,
  type HeldToken,
} from "../management/credentials/credentials.ts";
import { createRememberedSecrets } from "../management/credentials/remembered-secrets.ts";
import {
  credentialKindSchema,
  type CredentialInput,
  type CredentialKind,
  type CredentialSummary,
  type Remembering,
} from "../messages/credential.ts";
import type { Tenant } from "../messages/tenant.ts";
import { createSerialQueue } from "./serial-queue.ts";
import type { DeviceStorage } from "./device-storage.ts";
import {
  keptCredentialSchema,
  readCredential,
  summarize,
  toCredential,
  tokenOf,
  type KeptCredential,
} from "./kept-credential.ts";
import type { StoredItem, WorkerPorts } from "./ports.ts";
import { WorkerError } from "./worker-error.ts";

/** What is kept in memory of the browser session, by tenant id. */
export const keptCredentialsSchema = z.record(z.string(), keptCredentialSchema);
/** The ciphertexts that are kept on the device, by tenant id. */
export const sealedCredentialsSchema = z.record(z.string(), z.unknown());
/** Of which kind each of them is: what can be said of one that is locked. */
export const rememberedKindsSchema = z.record(z.string(), credentialKindSchema);

export interface VaultItems {
  kept: StoredItem<z.infer<typeof keptCredentialsSchema>>;
  sealed: StoredItem<z.infer<typeof sealedCredentialsSchema>>;
  kinds: StoredItem<z.infer<typeof rememberedKindsSchema>>;
}

/** How a credential is to be kept. */
export interface Keeping {
  remembering: Remembering;
  passphrase?: string | undefined;
}

/**
 * The management credentials of the tenants: kept for the browser session, on the device when the user says so, and turned
 * into access tokens.
 */
export interface CredentialVault {
  /** Tries a credential and keeps it when the tenant gives a token for it. */
  save(tenant: Tenant, input: CredentialInput, keeping: Keeping): Promise<CredentialSummary>;
  /** Opens one that was remembered with a passphrase. */
  unlock(tenantId: string, passphrase: string): Promise<CredentialSummary>;
  summary(tenantId: string): Promise<CredentialSummary | undefined>;
  /** Returns true if a remembered credential was lost when the browser ended during an erasure. */
  isLost(tenantId: string): Promise<boolean>;
  forget(tenantId: string): Promise<void>;
  /** Forgets all of them, and the keys that sealed them. */
  forgetEverything(): Promise<void>;
  /** @throws {WorkerError} `no-credential` or `locked`, from the source it returns */
  accessToken(tenantId: string): AccessTokenSource;
}

export function createCredentialVault(
  items: VaultItems,
  ports: Pick<WorkerPorts, "fetch" | "clock" | "random" | "crypto" | "keys">,
  device: DeviceStorage,
): CredentialVault {
  const { kept } = items;
  const sealed = device.guard(items.sealed);
  const kinds = device.guard(items.kinds);
  const secrets = createRememberedSecrets({
    ...ports,
    envelopes: {
      read: async (tenantId) => (await sealed.read())?.[tenantId],
      write: (tenantId, envelope) => putEntry(sealed, tenantId, envelope),
      remove: (tenantId) => putEntry(sealed, tenantId, undefined),
      removeAll: () => sealed.remove(),
    },
    erase: (removals) => device.erase(removals),
    // Pages of a private window share this worker, and cannot ask it to remember: see the options page.
    isPrivate: () => false,
  });
  /** Each item holds every tenant's, so that they are changed one after the other. */
  const enqueue = createSerialQueue();
  /** The sources of this life of the worker: callers that come together share one, and with it one request. */
  const sources = new Map<string, AccessTokenSource>();

  /** The entry of this session; one that the device alone remembers is opened first. Runs in turn. */
  async function readEntry(tenantId: string): Promise<KeptCredential | "locked" | undefined> {
    const known = (await kept.read())?.[tenantId];
    if (known !== undefined) return known;
    const state = await secrets.state(tenantId);
    if (state === "none") return undefined;
    return state === "locked" ? "locked" : open(tenantId, "device");
  }

  async function kindOf(tenantId: string): Promise<CredentialKind> {
    return (await kinds.read())?.[tenantId] ?? "client_credentials";
  }

  async function open(
    tenantId: string,
    remembering: Remembering,
    passphrase?: string,
  ): Promise<KeptCredential | undefined> {
    const text = await secrets.recall(tenantId, passphrase === undefined ? {} : { passphrase });
    if (text === undefined) return undefined;
    const entry = { kind: await kindOf(tenantId), remembering, credential: readCredential(text) };
    await putEntry(kept, tenantId, entry);
    return entry;
  }

  async function forgetRemembered(tenantId: string): Promise<void> {
    // First: a kind without an envelope means a credential that was lost, not one that was forgotten.
    await putEntry(kinds, tenantId, undefined);
    if ((await secrets.state(tenantId)) !== "none" || device.isUnfinished())
      await secrets.forget(tenantId);
  }

  /** A kind without an envelope is what a crash during an erasure leaves. */
  async function hasLost(tenantId: string): Promise<boolean> {
    if ((await kinds.read())?.[tenantId] === undefined) return false;
    if ((await kept.read())?.[tenantId] !== undefined) return false;
    return (await secrets.state(tenantId)) === "none";
  }

  /** Aligns the session and the keys with the envelopes that a crash during an erasure left. */
  async function settleAfterCrash(): Promise<void> {
    const left = Object.keys((await sealed.read()) ?? {});
    await ports.keys.retain(left);
    const known = (await kept.read()) ?? {};
    for (const [id, entry] of Object.entries(known)) {
      if (entry.remembering === "session" || left.includes(id)) continue;
      await putEntry(kept, id, { ...entry, remembering: "session" });
    }
  }

  function createSource(tenantId: string, { credential }: KeptCredential): AccessTokenSource {
    const source = createAccessTokenSource(credential, {
      ...ports,
      // A worker lives for half a minute at a time: its token outlives it, or each start would cost a new one.
      kept: {
        read: async () => (await kept.read())?.[tenantId]?.held,
        write: (held) =>
          enqueue(async () => {
            const entry = (await kept.read())?.[tenantId];
            // A token that comes late must not bring back a credential that was forgotten or replaced meanwhile.
            if (entry === undefined || sources.get(tenantId) !== source) return;
            await putEntry(kept, tenantId, { ...entry, held });
          }),
      },
    });
    sources.set(tenantId, source);
    return source;
  }

  void enqueue(async () => {
    if (await device.wasInterrupted()) await settleAfterCrash();
  }).catch(() => undefined);

  return {
    async save(tenant, input, { remembering, passphrase }) {
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
      return enqueue(async () => {
        if (remembering === "session") await forgetRemembered(tenant.id);
        else {
          await secrets.remember(
            tenant.id,
            JSON.stringify(credential),
            remembering === "passphrase" ? { passphrase: passphrase ?? "" } : {},
          );
          await putEntry(kinds, tenant.id, input.kind);
        }
        // From here on the one before gives no token any more, and keeps none.
        sources.delete(tenant.id);
        const entry = {
          kind: input.kind,
          remembering,
          credential,
          ...(held === undefined ? {} : { held }),
        };
        await putEntry(kept, tenant.id, entry);
        return summarize(entry, token);
      });
    },
    unlock: (tenantId, passphrase) =>
      enqueue(async () => {
        const known = (await kept.read())?.[tenantId];
        const entry = known ?? (await open(tenantId, "passphrase", passphrase));
        if (entry === undefined) throw noCredential();
        return summarize(entry, tokenOf(entry));
      }),
    summary: (tenantId) =>
      enqueue(async () => {
        const entry = await readEntry(tenantId);
        if (entry === undefined) return undefined;
        if (entry !== "locked") return summarize(entry, tokenOf(entry));
        const kind = await kindOf(tenantId);
        return { kind, scopes: [], remembering: "passphrase", isLocked: true };
      }),
    isLost: (tenantId) => enqueue(() => hasLost(tenantId)),
    forget: (tenantId) =>
      enqueue(async () => {
        sources.delete(tenantId);
        await putEntry(kept, tenantId, undefined);
        await forgetRemembered(tenantId);
      }),
    forgetEverything: () =>
      enqueue(async () => {
        sources.clear();
        await kept.remove();
        await kinds.remove();
        await secrets.forgetEverything();
      }),
    accessToken: (tenantId) => async (options) => {
      const known = sources.get(tenantId);
      if (known !== undefined) return known(options);
      const source = await enqueue(async () => {
        const entry = await readEntry(tenantId);
        if (entry === undefined)
          throw (await hasLost(tenantId)) ? lostCredential() : noCredential();
        if (entry === "locked") {
          throw new WorkerError(
            "locked",
            "The credential of this tenant is locked with a passphrase. Enter the passphrase in the popup or in the options.",
          );
        }
        return sources.get(tenantId) ?? createSource(tenantId, entry);
      });
      return source(options);
    },
  };
}

/** Sets or removes one tenant's entry; an item that holds nothing any more is removed. */
async function putEntry<Value>(
  item: StoredItem<Record<string, Value>>,
  tenantId: string,
  value: Value | undefined,
): Promise<void> {
  const { [tenantId]: _replaced, ...others } = (await item.read()) ?? {};
  if (value !== undefined) return item.write({ ...others, [tenantId]: value });
  if (Object.keys(others).length > 0) return item.write(others);
  await item.remove();
}

function noCredential(): WorkerError {
  return new WorkerError(
    "no-credential",
    "There is no management credential for this tenant. Add one in the options.",
  );
}

function lostCredential(): WorkerError {
  return new WorkerError(
    "no-credential",
    "The remembered credential of this tenant was lost: the browser ended while another credential was being erased. Add it again in the options.",
  );
}
