import { batch, computed, createModel, signal } from "@preact/signals";
import {
  checkConnectionProfile,
  previewPrefix,
  type ConnectionProfile,
  type ConnectionProfilePatch,
} from "../management/connection-profile.ts";
import type { FieldCheck } from "../management/field-check.ts";
import { diffConnectionProfile } from "../management/diff-connection-profile.ts";
import type { CommandSender } from "../messages/command-channel.ts";
import { toFailure, type Failure } from "./failure.ts";
import { placeFieldMessages } from "./field-messages.ts";

export interface ConnectionFormPort {
  send: CommandSender;
}

export type ProfileListState =
  | { kind: "unread" }
  | { kind: "reading" }
  | { kind: "read" }
  | { kind: "failed"; failure: Failure };

export type ConnectionFormState =
  | { kind: "editing" }
  /** The changes are on show, and one more click sends them. */
  | { kind: "reviewing" }
  | { kind: "sending" }
  | { kind: "updated"; profile: ConnectionProfile }
  | { kind: "failed"; failure: Failure };

/** The fields of the form: what this surface edits of a profile. */
export interface ConnectionForm {
  name: string;
  prefixTemplate: string;
  features: readonly string[];
}

const exampleOrganization = { id: "org_42", name: "initech" };
const emptyForm: ConnectionForm = { name: "", prefixTemplate: "", features: [] };

/** The tenant's connection profiles, and the form that changes one of them: only what differs is sent. */
export const ConnectionFormModel = createModel((port: ConnectionFormPort) => {
  const profiles = signal<readonly ConnectionProfile[]>([]);
  const list = signal<ProfileListState>({ kind: "unread" });
  const selectedId = signal<string | undefined>(undefined);
  const form = signal<ConnectionForm>(emptyForm);
  const state = signal<ConnectionFormState>({ kind: "editing" });

  const base = computed(() => profiles.value.find(({ id }) => id === selectedId.value));
  const edited = computed(() => {
    const { name, prefixTemplate, features } = form.value;
    return { name, connection_name_prefix_template: prefixTemplate, enabled_features: features };
  });
  const check = computed(() => checkConnectionProfile(edited.value));
  const diff = computed(() => {
    const known = base.value;
    const sendable = readSendable(check.value);
    return known === undefined || sendable === undefined
      ? { patch: {}, changes: [] }
      : diffConnectionProfile(known, sendable);
  });

  const show = (profile: ConnectionProfile) => {
    selectedId.value = profile.id;
    form.value = {
      name: profile.name ?? "",
      prefixTemplate: profile.connection_name_prefix_template ?? "",
      features: profile.enabled_features ?? [],
    };
  };

  /** While changes are on their way the form stands still: what comes back belongs to what was sent. */
  const isSending = () => state.peek().kind === "sending";

  const set = (change: Partial<ConnectionForm>) => {
    if (isSending()) return;
    batch(() => {
      form.value = { ...form.peek(), ...change };
      state.value = { kind: "editing" };
    });
  };

  return {
    profiles: computed(() => profiles.value),
    list: computed(() => list.value),
    selectedId: computed(() => selectedId.value),
    form: computed(() => form.value),
    state: computed(() => state.value),
    /** A sentence for each field that the service would refuse. */
    problems: computed(() => (check.value.ok ? {} : placeFieldMessages(check.value.errors))),
    /** What sending would change, in the resource's own JSON. */
    changes: computed(() => diff.value.changes),
    canReview: computed(() => check.value.ok && diff.value.changes.length > 0),
    /** What the template makes of an example organization. */
    prefixExample: computed(() => previewPrefix(form.value.prefixTemplate, exampleOrganization)),

    /** Reads the profiles, and shows the first when none is chosen. */
    async read(): Promise<void> {
      list.value = { kind: "reading" };
      try {
        const { profiles: found } = await port.send("connection-profile.list", {});
        batch(() => {
          profiles.value = found;
          list.value = { kind: "read" };
          const first = found[0];
          const isKnown = found.some(({ id }) => id === selectedId.peek());
          if (first !== undefined && !isKnown) show(first);
        });
      } catch (error) {
        list.value = { kind: "failed", failure: toFailure(error) };
      }
    },

    select(id: string): void {
      const profile = profiles.peek().find((candidate) => candidate.id === id);
      if (profile === undefined || isSending()) return;
      batch(() => {
        show(profile);
        state.value = { kind: "editing" };
      });
    },

    set,

    toggleFeature(feature: string): void {
      const { features } = form.peek();
      const next = features.includes(feature)
        ? features.filter((known) => known !== feature)
        : [...features, feature];
      set({ features: next });
    },

    review(): void {
      if (!isSending()) state.value = { kind: "reviewing" };
    },
    backToForm(): void {
      if (!isSending()) state.value = { kind: "editing" };
    },

    /** Sends the changed fields and shows the profile as the service then has it. */
    async send(): Promise<void> {
      const id = selectedId.peek();
      const { patch, changes } = diff.peek();
      if (id === undefined || changes.length === 0 || isSending()) return;
      state.value = { kind: "sending" };
      try {
        const updated = await port.send("connection-profile.update", { id, patch });
        batch(() => {
          profiles.value = profiles.peek().map((known) => (known.id === id ? updated : known));
          show(updated);
          state.value = { kind: "updated", profile: updated };
        });
      } catch (error) {
        state.value = { kind: "failed", failure: toFailure(error) };
      }
    },
  };
});

function readSendable(
  check: FieldCheck<ConnectionProfilePatch>,
): ConnectionProfilePatch | undefined {
  return check.ok ? check.value : undefined;
}
