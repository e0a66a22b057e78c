import { computed, createModel, signal } from "@preact/signals";
import { isStorable, maxConnectionDrafts, type ConnectionDraft } from "./connection-draft.ts";
import type { DraftPort } from "../draft-port.ts";
import { readOnly } from "../read-only.ts";

/** Holds the drafts of all tenants. Stores each change at once: a popup can close at any time. */
export const ConnectionDraftsModel = createModel((port: DraftPort<ConnectionDraft[]>) => {
  const drafts = signal<readonly ConnectionDraft[]>([]);
  const readProblem = signal<string | undefined>(undefined);
  const keepProblem = signal<string | undefined>(undefined);
  let loading: Promise<void> | undefined;

  const load = async () => {
    try {
      const kept = (await port.read()) ?? [];
      // A draft that was added during the read is newer than the stored one.
      drafts.value = [...kept.filter((one) => !drafts.peek().some(isOf(one))), ...drafts.peek()];
    } catch {
      readProblem.value = "Could not restore your draft. Your new input will replace it.";
    }
  };

  const replace = (next: readonly ConnectionDraft[]): void => {
    drafts.value = next.slice(-maxConnectionDrafts);
    const kept = [...drafts.peek()];
    const writing = kept.length === 0 ? port.remove() : port.write(kept);
    void writing.then(
      () => {
        keepProblem.value = undefined;
      },
      () => {
        keepProblem.value =
          "Could not save the draft. Send your changes before you close the popup.";
      },
    );
  };

  const find = (tenantId: string, profileId: string) =>
    drafts.peek().find(isOf({ tenantId, profileId }));

  return {
    /** The newest last. */
    all: readOnly(drafts),
    /** The reason why drafts could not be read or stored. */
    problem: computed(() => keepProblem.value ?? readProblem.value),

    /** Reads the stored drafts once. */
    load(): Promise<void> {
      loading ??= load();
      return loading;
    },
    find,
    put(draft: ConnectionDraft): void {
      if (!isStorable(draft.input)) {
        keepProblem.value =
          "The draft is too long to be saved. Send your changes before you close the popup.";
        return;
      }
      replace([...drafts.peek().filter((one) => !isOf(draft)(one)), draft]);
    },
    remove(tenantId: string, profileId: string): void {
      if (find(tenantId, profileId) === undefined) return;
      replace(drafts.peek().filter((one) => !isOf({ tenantId, profileId })(one)));
    },
  };
});

function isOf({ tenantId, profileId }: Pick<ConnectionDraft, "tenantId" | "profileId">) {
  return (one: ConnectionDraft) => one.tenantId === tenantId && one.profileId === profileId;
}
