import { signal } from "@preact/signals";

import type { ConnectionProfile } from "../../../../../lib/management/connections/connection-profile.ts";
import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import type { JsonObject } from "../../../../../lib/encoding/json.ts";
import type {
  CommandHandlers,
  CommandSender,
} from "../../../../../lib/messages/command-channel.ts";
import { defaultStreamPreferences } from "../../../../../lib/messages/stream-preferences.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import type {
  ConfirmationQuestion,
  GrantedChange,
} from "../../../../../lib/models/confirmation-model.ts";
import {
  connectionDraftsSchema,
  type ConnectionDraft,
} from "../../../../../lib/models/connections/connection-draft.ts";
import { ConnectionProfilesModel } from "../../../../../lib/models/connections/connection-profiles-model.ts";
import { refuseOffline } from "../../../../../lib/models/refuse-offline.ts";
import { createChangeJournal } from "../../../../../lib/worker/change-journal.ts";
import { createConnectionUpdateCommands } from "../../../../../lib/worker/connection-update-commands.ts";
import { storedUpdatesSchema } from "../../../../../lib/worker/stored-changes.ts";
import { createMemoryItem } from "../../worker/memory-item.ts";
import { createFakeWorker } from "../fake-worker.ts";

export const local: Tenant = {
  id: "http://localhost:4400",
  name: "local",
  origin: "http://localhost:4400",
  clientId: "demo-spa",
  colour: "none",
  isReadOnly: false,
  stream: defaultStreamPreferences,
};
export const acme: Tenant = { ...local, id: "https://acme.example", name: "acme" };

export const workforce = {
  id: "cop_1",
  name: "workforce",
  connection_name_prefix_template: "acme-{org_id}",
  enabled_features: ["scim"],
  organization: { show_as_button: "required" },
  branding: { colour: "red" },
};
const partners = { id: "cop_2", name: "partners", strategy_overrides: null };

export const gone = new ManagementError({ code: "not-found", message: "It is gone.", field: "id" });
export const noAnswer = new ManagementError({
  code: "answer-lost",
  message: "No answer came.",
  isInDoubt: true,
});

/** Unix time in ms of the fake clock. */
export const now = Date.UTC(2026, 10, 21, 9, 0, 0);

/** Planned responses of the tenant, which replace those of the stored profiles. */
export interface GivenAnswers {
  list?: CommandHandlers["connection-profile.list"];
  get?: (request: { id: string }) => Promise<ConnectionProfile>;
  update?: (request: { id: string; patch: JsonObject }) => Promise<ConnectionProfile>;
}

/** Serves a tenant's profiles through the real commands of the worker. */
export function openProfiles(
  given: GivenAnswers = {},
  {
    tenant = local,
    kept = [],
    isOnline = () => true,
  }: { tenant?: Tenant; kept?: ConnectionDraft[]; isOnline?: () => boolean } = {},
) {
  const stored = new Map<string, ConnectionProfile>([
    ["cop_1", structuredClone(workforce)],
    ["cop_2", structuredClone(partners)],
  ]);
  const find = (id: string) => {
    const profile = stored.get(id);
    if (profile === undefined) throw gone;
    return profile;
  };
  const apply = (id: string, patch: object): ConnectionProfile => {
    const changed = { ...find(id), ...patch };
    stored.set(id, changed);
    return changed;
  };
  const sent: { command: string; request: object }[] = [];
  const record = async <Answer>(
    command: string,
    request: object,
    answer: () => Promise<Answer>,
  ) => {
    sent.push({ command, request });
    return answer();
  };
  const { get = async ({ id }) => find(id), update = async ({ id, patch }) => apply(id, patch) } =
    given;
  const open = async (asked: { tenantId: string }) => ({
    getConnectionProfile: (id: string) => record("get", { id }, () => get({ id })),
    updateConnectionProfile: (id: string, patch: JsonObject) =>
      record("update", { ...asked, id, patch }, () => update({ id, patch })),
  });
  const journal = createMemoryItem((text) => storedUpdatesSchema.parse(text));
  const { list = async () => ({ profiles: [...stored.values()] }) } = given;
  const startWorker = () =>
    createFakeWorker({
      "connection-profile.list": (request) => record("list", request, () => list(request)),
      ...createConnectionUpdateCommands({
        updates: createChangeJournal(journal, { now: () => now }),
        read: (tenantId) => open({ tenantId }),
        change: open,
      }),
    }).send;
  let worker = startWorker();
  const never = Promise.withResolvers<never>().promise;
  /** Disconnects a closed page from the worker. */
  let page = { isClosed: false };
  const createPageSender = (own: typeof page): CommandSender => {
    return async (name, request) => {
      if (own.isClosed) return never;
      const answer = await worker(name, request);
      return own.isClosed ? never : answer;
    };
  };
  const memory = { drafts: kept, isWritable: true, isReadable: true };
  const selected = signal<Tenant | undefined>(tenant);
  const questions: ConfirmationQuestion[] = [];
  const answers: (GrantedChange | undefined)[] = [];
  const openPopup = () => {
    const own = { isClosed: false };
    page = own;
    return new ConnectionProfilesModel({
      send: refuseOffline(createPageSender(own), isOnline),
      tenant: selected,
      now: () => now,
      confirm: {
        async request(question) {
          questions.push(question);
          return answers.length === 0 ? {} : answers.shift();
        },
      },
      drafts: {
        async read() {
          if (!memory.isReadable) throw new Error("damaged");
          return memory.drafts.length === 0
            ? undefined
            : connectionDraftsSchema.parse(JSON.parse(JSON.stringify(memory.drafts)));
        },
        async write(drafts) {
          if (own.isClosed) return;
          if (!memory.isWritable) throw new Error("full");
          memory.drafts = connectionDraftsSchema.parse(JSON.parse(JSON.stringify(drafts)));
        },
        async remove() {
          if (!own.isClosed) memory.drafts = [];
        },
      },
    });
  };
  return {
    model: openPopup(),
    /** Closes the popup and opens it again; only the drafts are kept. */
    openPopup,
    closePopup() {
      page.isClosed = true;
    },
    /** Changes or deletes a profile as another administrator. */
    apply,
    remove: (id: string) => stored.delete(id),
    stored,
    memory,
    selected,
    questions,
    /** The user's answers to the next questions; true once the list is empty. */
    answers,
    /** The requests to the tenant, in order. */
    commands: () => sent.map(({ command }) => command),
    updates: () => sent.flatMap(({ command, request }) => (command === "update" ? [request] : [])),
    journal,
    /** Ends the worker: a request in flight gets no response, and the storage is kept. */
    restartWorker() {
      worker = startWorker();
    },
  };
}

/** Opens the profile “workforce”. */
export async function openWorkforce(...given: Parameters<typeof openProfiles>) {
  const opened = openProfiles(...given);
  await opened.model.begin();
  opened.model.open("cop_1");
  return opened;
}

/** Enters and reviews another name for “workforce”; the next step sends it. */
export async function renameWorkforce(given: GivenAnswers = {}, name = "staff") {
  const opened = await openWorkforce(given);
  opened.model.editor.set("name", name);
  opened.model.change.review();
  return opened;
}
