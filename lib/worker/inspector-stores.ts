import * as z from "zod/mini";
import type { GateStore } from "../events/stream/connect-gate.ts";
import type { SilenceStore } from "../events/stream/silence-limit.ts";
import type { ProfileUpdate, UpdateOutcome } from "../management/connections/profile-update.ts";
import type { CreationOutcome } from "../management/exchange/profile-creation.ts";
import type { TokenExchangeProfileBody } from "../management/exchange/token-exchange-profile.ts";
import { panelViewKey } from "../messages/panel-view.ts";
import { connectionDraftsKey, exchangeDraftKey, seenTokensKey } from "../messages/session-keys.ts";
import { firstTenantSchema, settingsSchema } from "../messages/settings.ts";
import type { JournalEntry } from "./change-journal.ts";
import {
  keptCredentialsSchema,
  rememberedKindsSchema,
  sealedCredentialsSchema,
  sessionCredentialsSchema,
  type VaultItems,
} from "./credential-vault.ts";
import type { DeviceStoragePorts } from "./device-storage.ts";
import { draftCopySchema, tenantDraftsSchema, type DraftItems } from "./draft-store.ts";
import { notifiedEventsSchema } from "./event-notifier.ts";
import { countedExchangesSchema } from "./exchange-counter.ts";
import { openLoginsSchema } from "./login-windows.ts";
import { storedPresetsSchema } from "./preset-store.ts";
import type { StoredItem } from "./ports.ts";
import { storedRunsSchema } from "./run-store.ts";
import type { SettingsItems } from "./settings-store.ts";
import { storedCreationsSchema, storedUpdatesSchema } from "./stored-changes.ts";
import { waitingUpdateSchema, type WaitingUpdate } from "./update-hold.ts";

/** The stored items of the worker. */
export interface InspectorStores {
  device: DeviceStoragePorts;
  settings: SettingsItems;
  credentials: VaultItems;
  exchanges: StoredItem<z.infer<typeof countedExchangesSchema>>;
  logins: StoredItem<z.infer<typeof openLoginsSchema>>;
  /** The updates of connection profiles whose outcome no page has acknowledged. */
  updates: StoredItem<JournalEntry<ProfileUpdate, UpdateOutcome>[]>;
  /** The creations of token exchange profiles whose outcome no page has acknowledged. */
  creations: StoredItem<JournalEntry<TokenExchangeProfileBody, CreationOutcome>[]>;
  /** The settings of the panel, validated where they are read. */
  panelView: StoredItem<unknown>;
  /** The presets of all tenants. */
  presets: StoredItem<z.infer<typeof storedPresetsSchema>>;
  /** The runs of this browser session. */
  runs: StoredItem<z.infer<typeof storedRunsSchema>>;
  /** The tokens of this browser session. Each row is validated for itself. */
  seenTokens: StoredItem<unknown>;
  notified: StoredItem<z.infer<typeof notifiedEventsSchema>>;
  /** Returns the stored waits of a tenant's stream. Each tenant has an item of its own. */
  gate(tenantId: string): GateStore;
  /** Returns what was learned of the silences of a tenant's stream. */
  silence(tenantId: string): SilenceStore;
  drafts: DraftItems;
  waitingUpdate: StoredItem<WaitingUpdate>;
  /** The database of the events. Default: the browser's IndexedDB. */
  indexedDB?: IDBFactory;
}

/** Creates the item of a key: `local` is on disk, `session` is in memory for the session. */
type CreateItem = <Value>(
  area: "local" | "session",
  key: string,
  schema: z.ZodMiniType<Value>,
) => StoredItem<Value>;

/** Creates the stored items of the worker, on the device or for the browser session. */
export function createInspectorStores(
  device: DeviceStoragePorts,
  createItem: CreateItem,
): InspectorStores {
  return {
    device,
    settings: {
      settings: createItem("local", "settings", settingsSchema),
      firstTenant: createItem("local", "tenant", firstTenantSchema),
    },
    credentials: {
      kept: createItem("session", "credentials", keptCredentialsSchema),
      sealed: createItem("local", "sealedCredentials", sealedCredentialsSchema),
      kinds: createItem("local", "rememberedKinds", rememberedKindsSchema),
      inMemory: createItem("local", "sessionCredentials", sessionCredentialsSchema),
    },
    exchanges: createItem("local", "exchanges", countedExchangesSchema),
    logins: createItem("session", "logins", openLoginsSchema),
    updates: createItem("session", "changes.connections", storedUpdatesSchema),
    creations: createItem("session", "changes.exchange", storedCreationsSchema),
    panelView: createItem("local", panelViewKey, z.unknown()),
    presets: createItem("local", "presets", storedPresetsSchema),
    runs: createItem("session", "runs", storedRunsSchema),
    seenTokens: createItem("session", seenTokensKey, z.unknown()),
    notified: createItem("session", "notified", notifiedEventsSchema),
    gate: (tenantId) => createItem("session", `streamGate ${tenantId}`, z.unknown()),
    silence: (tenantId) => createItem("local", `streamSilence ${tenantId}`, z.unknown()),
    drafts: {
      connections: createItem("session", connectionDraftsKey, tenantDraftsSchema),
      exchange: (tenantId) => createItem("session", exchangeDraftKey(tenantId), z.unknown()),
      copy: createItem("local", "draftCopy", draftCopySchema),
      isRestored: createItem("session", "areDraftsRestored", z.boolean()),
    },
    waitingUpdate: createItem("session", "waitingUpdate", waitingUpdateSchema),
  };
}
