import { signal } from "@preact/signals";

import type { ConnectionProfile } from "../../../../../lib/management/connections/connection-profile.ts";
import { ManagementError } from "../../../../../lib/management/refusals/management-error.ts";
import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
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

/** A tenant's profiles behind the worker's commands, as the service would change them. */
export function openProfiles(
  given: Partial<CommandHandlers> = {},
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
  const { send, sent } = createFakeWorker({
    "connection-profile.list": async () => ({ profiles: [...stored.values()] }),
    "connection-profile.get": async ({ id }) => find(id),
    "connection-profile.update": async ({ id, patch }) => apply(id, patch),
    ...given,
  });
  const memory = { drafts: kept, isWritable: true, isReadable: true };
  const selected = signal<Tenant | undefined>(tenant);
  const questions: ConfirmationQuestion[] = [];
  const answers: (GrantedChange | undefined)[] = [];
  const openPopup = () =>
    new ConnectionProfilesModel({
      send: refuseOffline(send, isOnline),
      tenant: selected,
      now: () => now,
      confirm: {
        async ask(question) {
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
          if (!memory.isWritable) throw new Error("full");
          memory.drafts = connectionDraftsSchema.parse(JSON.parse(JSON.stringify(drafts)));
        },
        async remove() {
          memory.drafts = [];
        },
      },
    });
  return {
    model: openPopup(),
    /** The popup, closed and opened again: only the drafts are left. */
    openPopup,
    /** Somebody else changes, or deletes, a profile. */
    apply,
    remove: (id: string) => stored.delete(id),
    stored,
    memory,
    selected,
    questions,
    /** What the user answers to the next questions; yes when nothing is left. */
    answers,
    commands: () => sent.map(({ command }) => command.replace("connection-profile.", "")),
    updates: () =>
      sent.flatMap(({ command, request }) =>
        command === "connection-profile.update" ? [request] : [],
      ),
  };
}

/** The profile “workforce”, opened. */
export async function openWorkforce(...given: Parameters<typeof openProfiles>) {
  const opened = openProfiles(...given);
  await opened.model.begin();
  opened.model.open("cop_1");
  return opened;
}

/** The profile “workforce” with another name, reviewed: the next step sends it. */
export async function renameWorkforce(given: Partial<CommandHandlers> = {}, name = "staff") {
  const opened = await openWorkforce(given);
  opened.model.editor.setName(name);
  opened.model.change.review();
  return opened;
}
