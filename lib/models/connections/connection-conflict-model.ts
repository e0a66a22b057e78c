import { computed, createModel, signal, type ReadonlySignal } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import type { JsonObject } from "../../encoding/json.ts";
import {
  mergeConnectionProfile,
  takeTheirs,
  type PathDifference,
} from "../../management/connections/merge-connection-profile.ts";
import type { ConflictChoices, ConnectionInput } from "./connection-draft.ts";
import { readOnly } from "../read-only.ts";

export interface ConnectionConflictPort {
  base: ReadonlySignal<ConnectionProfile | undefined>;
  input: ReadonlySignal<ConnectionInput>;
}

/** One difference between the versions, with the side that was chosen for it. */
export interface ChosenDifference extends PathDifference {
  /** The path as JSON, which is unambiguous if a name contains a dot. */
  key: string;
  /** Undefined while both sides changed the value and none is chosen. */
  choice?: "mine" | "theirs";
  /** False if only the other version changed the value. */
  isOpenToChoice: boolean;
}

/** The merged edit and the version that it continues from. */
export interface ResolvedConflict {
  theirs: ConnectionProfile;
  document: JsonObject;
}

/** Compares the edit with a version that another administrator saved, and holds the choices. */
export const ConnectionConflictModel = createModel((port: ConnectionConflictPort) => {
  const theirs = signal<ConnectionProfile | undefined>(undefined);
  const choices = signal<ConflictChoices>({});

  const merge = computed(() => {
    const before = port.base.value;
    const { document } = port.input.value;
    const current = theirs.value;
    return before === undefined || current === undefined
      ? undefined
      : mergeConnectionProfile(before, document, current);
  });
  const differences = computed((): readonly ChosenDifference[] => {
    const chosen = choices.value;
    return (merge.value?.differences ?? []).map((difference) => {
      const key = JSON.stringify(difference.path);
      const { kind } = difference;
      const isOpenToChoice = kind === "mine" || kind === "joined" || kind === "conflict";
      // Only values that exclude each other need a decision; all other merges lose nothing.
      const choice = chosen[key] ?? (kind === "conflict" ? undefined : "mine");
      return {
        ...difference,
        key,
        isOpenToChoice,
        ...(isOpenToChoice && choice !== undefined ? { choice } : {}),
      };
    });
  });
  const isDecided = computed(() =>
    differences.value.every(
      ({ isOpenToChoice, choice }) => !isOpenToChoice || choice !== undefined,
    ),
  );

  return {
    /** The other version; undefined while there is no conflict. */
    theirs: readOnly(theirs),
    choices: readOnly(choices),
    differences,
    isDecided,

    begin(current: ConnectionProfile, earlier: ConflictChoices = {}): void {
      theirs.value = current;
      choices.value = earlier;
    },
    choose(key: string, side: "mine" | "theirs"): void {
      choices.value = { ...choices.peek(), [key]: side };
    },
    end(): void {
      theirs.value = undefined;
      choices.value = {};
    },

    /** Returns the merged edit; undefined while a choice is missing. */
    resolve(): ResolvedConflict | undefined {
      const current = theirs.peek();
      const merged = merge.peek();
      if (current === undefined || merged === undefined || !isDecided.peek()) return undefined;
      const document = differences
        .peek()
        .filter(({ choice }) => choice === "theirs")
        .reduce((edit, difference) => takeTheirs(edit, difference, current), merged.edit);
      return { theirs: current, document };
    },
  };
});
