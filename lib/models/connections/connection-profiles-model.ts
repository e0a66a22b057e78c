import { placeRefusal } from "../place-refusal.ts";
import { computed, createModel, type ReadonlySignal } from "@preact/signals";
import {
  connectionProfileFields,
  type ConnectionProfile,
} from "../../management/connections/connection-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { Confirmer } from "../confirmation-model.ts";
import { ConnectionChangeModel } from "./connection-change-model.ts";
import { ConnectionConflictModel } from "./connection-conflict-model.ts";
import type { ConnectionDraft } from "./connection-draft.ts";
import { createConnectionRows } from "./connection-rows.ts";
import { ConnectionUpdatesModel } from "./connection-updates-model.ts";
import { createProfileNavigation } from "./profile-navigation.ts";
import { ConnectionDraftsModel } from "./connection-drafts-model.ts";
import { ConnectionEditorModel } from "./connection-editor-model.ts";
import type { DraftPort } from "../draft-port.ts";
import { createProfileFilter } from "../profile-filter.ts";
import { createProfileList } from "../profile-list.ts";

export interface ConnectionProfilesPort {
  send: CommandSender;
  confirm: Confirmer;
  drafts: DraftPort<ConnectionDraft[]>;
  /** The tenant that is shown. */
  tenant: ReadonlySignal<Tenant | undefined>;
  /** Unix time in ms. */
  now(): number;
}

/** Holds the connection profiles of the selected tenant: the list and the edited profile. */
export const ConnectionProfilesModel = createModel((port: ConnectionProfilesPort) => {
  const tenantId = computed(() => port.tenant.value?.id);
  const list = createProfileList<ConnectionProfile>({
    tenantId,
    read: (id) => port.send("connection-profile.list", { tenantId: id }),
  });
  const drafts = new ConnectionDraftsModel(port.drafts);
  const updates = new ConnectionUpdatesModel(port.send);
  const editor = new ConnectionEditorModel({ beginEdit: () => change.beginEdit() });
  const conflict = new ConnectionConflictModel(editor);
  const change = new ConnectionChangeModel({
    confirm: port.confirm,
    now: () => port.now(),
    editor,
    conflict,
    updates,
    onProfile: (id, profile) => list.put(id, profile),
  });
  const { markIfGone, ...navigation } = createProfileNavigation({
    tenantId,
    list,
    drafts,
    updates,
    editor,
    conflict,
    change,
  });
  const { edited } = navigation;
  const rows = createConnectionRows({
    tenantId,
    list,
    drafts: drafts.all,
    updates: updates.all,
  });
  const filter = createProfileFilter({
    tenantId,
    items: rows,
    writeText: ({ text }) => text,
    isBeingEdited: ({ hasDraft }) => hasDraft,
  });

  return {
    /** The tenant of the profiles. */
    tenantId,
    list: { state: list.state, isPartial: list.isPartial, read: list.read },
    editor,
    conflict,
    change,
    /** The number of profiles; undefined until they are read. */
    count: list.count,
    rows,
    /** The rows that the filter shows. */
    filter,
    /** The edited profile, and the steps between it and the list. */
    ...navigation,
    /** The first message of each field: from the checks, or from the service's rejection. */
    problems: computed((): Record<string, string> => {
      const state = change.state.value;
      const found = editor.problems.value;
      if (state.kind !== "failed") return found;
      const placed: Record<string, string> = {};
      for (const [field, message] of Object.entries(
        placeRefusal(state.failure, connectionProfileFields),
      ))
        placed[field.split(".")[0] ?? field] = message;
      return { ...placed, ...found };
    }),
    /** The reason why drafts could not be read or stored. */
    draftProblem: drafts.problem,

    /** Shows the selected tenant's profiles, or the profile that an earlier popup had open. */
    async begin(): Promise<void> {
      const own = tenantId.peek();
      const { kind } = list.state.peek();
      const reading = kind === "unread" || kind === "failed" ? list.read() : undefined;
      await Promise.all([drafts.load(), own === undefined ? undefined : updates.load(own)]);
      if (own === undefined || own !== tenantId.peek()) return;
      const open = drafts.all.peek().findLast((one) => one.tenantId === own && one.isOpen);
      if (open !== undefined && edited.peek() === undefined) navigation.open(open.profileId);
      await reading;
      markIfGone();
    },
    async send(): Promise<void> {
      const tenant = port.tenant.peek();
      if (tenant !== undefined) await change.send(tenant);
    },
    async undo(): Promise<void> {
      const tenant = port.tenant.peek();
      if (tenant !== undefined) await change.undo(tenant);
    },
  };
});
