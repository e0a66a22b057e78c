import * as z from "zod/mini";
import {
  createAccessTokenSource,
  type Credential,
  type AccessTokenSource,
  type CachedToken,
} from "../management/credentials/credentials.ts";
import {
  createRememberedSecrets,
  type RememberedSecrets,
} from "../management/credentials/remembered-secrets.ts";
import {
  credentialKindSchema,
  type CredentialInput,
  type CredentialKind,
  type CredentialLoss,
  type CredentialSummary,
  type Remembering,
} from "../messages/credential.ts";
import type { Tenant } from "../messages/tenant.ts";
import { lockedCredential, lostCredential, noCredential } from "./credential-errors.ts";
import { createSerialQueue } from "./serial-queue.ts";
import type { DeviceStorage } from "./device-storage.ts";
import {
  keptCredentialSchema,
  kindOf,
  readCredential,
  summarize,
  toCredential,
  tokenOf,
  type KeptCredential,
} from "./kept-credential.ts";
import type { StoredItem, WorkerPorts } from "./ports.ts";
import { putEntry } from "./put-entry.ts";

/** The credentials in `storage.session`, by tenant id. */
export const keptCredentialsSchema = z.record(z.string(), keptCredentialSchema);
/** The envelopes (ciphertexts with their parameters) of remembered credentials, by tenant id. */
export const sealedCredentialsSchema = z.record(z.string(), z.unknown());
/**
 * The kinds of remembered credentials, by tenant id. Of a locked credential, only this is known.
 */
export const rememberedKindsSchema = z.record(z.string(), credentialKindSchema);
/**
 * The ids of the tenants whose credential is in `storage.session` only. The list is on the device,
 * so that it outlives an update of the extension, which empties that storage.
 */
export const sessionCredentialsSchema = z.array(z.string());

export interface VaultItems {
  kept: StoredItem<z.infer<typeof keptCredentialsSchema>>;
  sealed: StoredItem<z.infer<typeof sealedCredentialsSchema>>;
  kinds: StoredItem<z.infer<typeof rememberedKindsSchema>>;
  inMemory: StoredItem<z.infer<typeof sessionCredentialsSchema>>;
}

/** The storage that the user chose for a credential. */
export interface StorageChoice {
  remembering: Remembering;
  passphrase?: string | undefined;
}

/**
 * Stores the tenants' management credentials, for the session or on the device, and requests access
 * tokens with them.
 */
export interface CredentialVault {
  /** Stores a credential after the tenant issued a token for it. */
  save(tenant: Tenant, input: CredentialInput, choice: StorageChoice): Promise<CredentialSummary>;
  /** Decrypts a credential that was remembered with a passphrase. */
  unlock(tenantId: string, passphrase: string): Promise<CredentialSummary>;
  summary(tenantId: string): Promise<CredentialSummary | undefined>;
  /** Resolves to the reason why a saved credential is gone; undefined if there was none. */
  lossOf(tenantId: string): Promise<CredentialLoss | undefined>;
  /** Resolves to true if a credential is in memory only. */
  hasMemoryOnly(): Promise<boolean>;
  /** The browser was closed, so credentials for its session are gone as promised. */
  browserStarted(): Promise<void>;
  /**
   * Forgets the credential of a tenant and its encryption key.
   *
   * @param removeFirst removes other data of the tenant, before an erasure copies what remains
   */
  forget(tenantId: string, removeFirst?: () => Promise<void>): Promise<void>;
  /** Forgets all credentials and their encryption keys. */
  forgetEverything(): Promise<void>;
  /**
   * Returns a token source, which rejects with the WorkerError `no-credential` or `locked`.
   */
  accessToken(tenantId: string): AccessTokenSource;
}

type VaultPorts = Pick<WorkerPorts, "fetch" | "clock" | "random" | "crypto" | "keys">;

export function createCredentialVault(
  items: VaultItems,
  ports: VaultPorts,
  device: DeviceStorage,
): CredentialVault {
  return new StoredCredentialVault(items, ports, device);
}

class StoredCredentialVault implements CredentialVault {
  readonly #ports: VaultPorts;
  readonly #device: DeviceStorage;
  readonly #kept: VaultItems["kept"];
  readonly #sealed: VaultItems["sealed"];
  readonly #kinds: VaultItems["kinds"];
  readonly #inMemory: VaultItems["inMemory"];
  readonly #secrets: RememberedSecrets;
  /** Serializes changes, because each item holds the entries of all tenants. */
  readonly #enqueue = createSerialQueue();
  /**
   * The sources by tenant id. Concurrent callers share one, so that they cause one token request.
   */
  readonly #sources = new Map<string, AccessTokenSource>();

  constructor(items: VaultItems, ports: VaultPorts, device: DeviceStorage) {
    this.#ports = ports;
    this.#device = device;
    this.#kept = items.kept;
    this.#sealed = device.guard(items.sealed);
    this.#kinds = ignoreUnreadable(device.guard(items.kinds));
    this.#inMemory = ignoreUnreadable(device.guard(items.inMemory));
    this.#secrets = createSecrets(this.#sealed, ports, device);
    void this.#enqueue(async () => {
      if (await device.wasInterrupted()) await this.#settleAfterCrash();
    }).catch(() => undefined);
  }

  async save(
    tenant: Tenant,
    input: CredentialInput,
    { remembering, passphrase }: StorageChoice,
  ): Promise<CredentialSummary> {
    const credential = toCredential(tenant, input);
    const { token, held } = await requestToken(credential, this.#ports);
    return this.#enqueue(async () => {
      if (remembering === "session") await this.#forgetRemembered(tenant.id);
      else {
        await this.#secrets.remember(
          tenant.id,
          JSON.stringify(credential),
          remembering === "passphrase" ? { passphrase: passphrase ?? "" } : {},
        );
        await putEntry(this.#kinds, tenant.id, input.kind);
      }
      // From now on, no caller gets the source of the previous credential, and that source stores
      // no token.
      this.#sources.delete(tenant.id);
      const entry = {
        kind: input.kind,
        remembering,
        credential,
        ...(held === undefined ? {} : { held }),
      };
      await this.#listInMemory(tenant.id, remembering === "session");
      await putEntry(this.#kept, tenant.id, entry);
      return summarize(entry, token);
    });
  }

  unlock(tenantId: string, passphrase: string): Promise<CredentialSummary> {
    return this.#enqueue(async () => {
      const known = (await this.#kept.read())?.[tenantId];
      const entry = known ?? (await this.#open(tenantId, "passphrase", passphrase));
      if (entry === undefined) throw noCredential();
      return summarize(entry, tokenOf(entry));
    });
  }

  summary(tenantId: string): Promise<CredentialSummary | undefined> {
    return this.#enqueue(async () => {
      const entry = await this.#readEntry(tenantId);
      if (entry === undefined) return undefined;
      if (entry !== "locked") return summarize(entry, tokenOf(entry));
      const kind = await this.#readKind(tenantId);
      return { kind, scopes: [], remembering: "passphrase", isLocked: true };
    });
  }

  lossOf(tenantId: string): Promise<CredentialLoss | undefined> {
    return this.#enqueue(() => this.#findLoss(tenantId));
  }

  hasMemoryOnly(): Promise<boolean> {
    return this.#enqueue(async () => {
      const entries = Object.values((await this.#kept.read()) ?? {});
      return entries.some(({ remembering }) => remembering === "session");
    });
  }

  browserStarted(): Promise<void> {
    return this.#enqueue(() => this.#inMemory.remove());
  }

  forget(tenantId: string, removeFirst?: () => Promise<void>): Promise<void> {
    return this.#enqueue(async () => {
      await removeFirst?.();
      this.#sources.delete(tenantId);
      await putEntry(this.#kept, tenantId, undefined);
      await this.#listInMemory(tenantId, false);
      await this.#forgetRemembered(tenantId);
    });
  }

  forgetEverything(): Promise<void> {
    return this.#enqueue(async () => {
      this.#sources.clear();
      await this.#kept.remove();
      await this.#kinds.remove();
      await this.#inMemory.remove();
      await this.#secrets.forgetEverything();
    });
  }

  accessToken(tenantId: string): AccessTokenSource {
    return async (options) => {
      const known = this.#sources.get(tenantId);
      if (known !== undefined) return known(options);
      const source = await this.#enqueue(async () => {
        const entry = await this.#readEntry(tenantId);
        if (entry === undefined) {
          const loss = await this.#findLoss(tenantId);
          throw loss === undefined ? noCredential() : lostCredential(loss);
        }
        if (entry === "locked") throw lockedCredential();
        return this.#sources.get(tenantId) ?? this.#createSource(tenantId, entry);
      });
      return source(options);
    };
  }

  #createSource(tenantId: string, { credential }: KeptCredential): AccessTokenSource {
    const source = createAccessTokenSource(credential, {
      ...this.#ports,
      // Store the token: a worker often lives only 30 seconds, and each start would request another
      // token.
      cache: {
        read: async () => (await this.#kept.read())?.[tenantId]?.held,
        write: (held) =>
          this.#enqueue(async () => {
            const entry = (await this.#kept.read())?.[tenantId];
            // A token that arrives late must not restore a forgotten or replaced credential.
            if (entry === undefined || this.#sources.get(tenantId) !== source) return;
            await putEntry(this.#kept, tenantId, { ...entry, held });
          }),
      },
    });
    this.#sources.set(tenantId, source);
    return source;
  }

  /** Returns the session's entry, or decrypts the device's. Call this inside the queue. */
  async #readEntry(tenantId: string): Promise<KeptCredential | "locked" | undefined> {
    const known = (await this.#kept.read())?.[tenantId];
    if (known !== undefined) return known;
    const state = await this.#secrets.state(tenantId);
    if (state === "none") return undefined;
    return state === "locked" ? "locked" : this.#open(tenantId, "device");
  }

  async #readKind(tenantId: string): Promise<CredentialKind> {
    return (await this.#kinds.read())?.[tenantId] ?? "client_credentials";
  }

  async #open(
    tenantId: string,
    remembering: Remembering,
    passphrase?: string,
  ): Promise<KeptCredential | undefined> {
    const text = await this.#secrets.recall(
      tenantId,
      passphrase === undefined ? {} : { passphrase },
    );
    if (text === undefined) return undefined;
    const credential = readCredential(text);
    const entry = { kind: kindOf(credential), remembering, credential };
    await putEntry(this.#kept, tenantId, entry);
    return entry;
  }

  async #forgetRemembered(tenantId: string): Promise<void> {
    // Remove the kind first: a kind without an envelope means that the credential was lost.
    await putEntry(this.#kinds, tenantId, undefined);
    if ((await this.#secrets.state(tenantId)) !== "none" || this.#device.isUnfinished())
      await this.#secrets.forget(tenantId);
  }

  async #findLoss(tenantId: string): Promise<CredentialLoss | undefined> {
    if ((await this.#kept.read())?.[tenantId] !== undefined) return undefined;
    if ((await this.#secrets.state(tenantId)) !== "none") return undefined;
    // A crash during an erasure leaves the kind without an envelope.
    if ((await this.#kinds.read())?.[tenantId] !== undefined) return "erasure";
    return (await this.#inMemory.read())?.includes(tenantId) === true ? "update" : undefined;
  }

  async #listInMemory(tenantId: string, isListed: boolean): Promise<void> {
    const listed = (await this.#inMemory.read()) ?? [];
    if (listed.includes(tenantId) === isListed) return;
    const others = listed.filter((id) => id !== tenantId);
    if (isListed) await this.#inMemory.write([...others, tenantId]);
    else if (others.length === 0) await this.#inMemory.remove();
    else await this.#inMemory.write(others);
  }

  /**
   * Removes the keys of lost envelopes, and marks their credentials as kept for the session only.
   */
  async #settleAfterCrash(): Promise<void> {
    const remaining = Object.keys((await this.#sealed.read()) ?? {});
    await this.#ports.keys.retain(remaining);
    const known = (await this.#kept.read()) ?? {};
    for (const [id, entry] of Object.entries(known)) {
      if (entry.remembering === "session" || remaining.includes(id)) continue;
      await putEntry(this.#kept, id, { ...entry, remembering: "session" });
      await this.#listInMemory(id, true);
    }
  }
}

/**
 * Reads an item that is not needed to read the credentials. Without the kinds, a locked credential
 * has the usual one; without the list, a credential that an update removed is not named.
 */
function ignoreUnreadable<Value>(item: StoredItem<Value>): StoredItem<Value> {
  return { ...item, read: () => item.read().catch(() => undefined) };
}

function createSecrets(
  sealed: VaultItems["sealed"],
  ports: VaultPorts,
  device: DeviceStorage,
): RememberedSecrets {
  return createRememberedSecrets({
    ...ports,
    envelopes: {
      read: async (tenantId) => (await sealed.read())?.[tenantId],
      write: (tenantId, envelope) => putEntry(sealed, tenantId, envelope),
      remove: (tenantId) => putEntry(sealed, tenantId, undefined),
      removeAll: () => sealed.remove(),
    },
    erase: (removals) => device.erase(removals),
    // The worker serves all windows. The command channel refuses to remember a credential from a
    // private window.
    isPrivate: () => false,
  });
}

/** Requests a token for a credential that is not stored yet. */
async function requestToken(
  credential: Credential,
  ports: VaultPorts,
): Promise<{ token: string; held: CachedToken | undefined }> {
  let held: CachedToken | undefined;
  const source = createAccessTokenSource(credential, {
    ...ports,
    cache: {
      read: async () => held,
      write: async (renewed) => {
        held = renewed;
      },
    },
  });
  const token = await source();
  return { token, held };
}
