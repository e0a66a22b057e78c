import { computed, createModel, signal, type ReadonlySignal } from "@preact/signals";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import type { JsonObject } from "../../encoding/json.ts";
import {
  mergeConnectionProfile,
  takeTheirs,
  type PathDifference,
} from "../../management/connections/merge-connection-profile.ts";
import type { ConflictChoices, ConnectionInput } from "./connection-draft.ts";

export interface ConnectionConflictPort {
  base: ReadonlySignal<ConnectionProfile | undefined>;
  input: ReadonlySignal<ConnectionInput>;
}

/** One place where the versions differ, and whose value is to stand there. */
export interface ChosenDifference extends PathDifference {
  /** The path as JSON: unlike a path with dots it cannot be mistaken. */
  key: string;
  /** Undefined where both changed it and nobody has chosen yet. */
  choice?: "mine" | "theirs";
  /** False where only somebody else changed it: there is nothing of one's own to keep. */
  isOpenToChoice: boolean;
}

/** What became of both edits. */
export interface ResolvedConflict {
  theirs: ConnectionProfile;
  document: JsonObject;
}

/** One's own edit beside the version that somebody else made meanwhile, and the choice between the two, place by place. */
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
      // Two values that exclude each other want a decision; everything else has an answer that loses nothing.
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
    /** The version of somebody else; undefined while there is no conflict. */
    theirs: computed(() => theirs.value),
    choices: computed(() => choices.value),
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

    /** What to go on with; undefined while there is something left to decide. */
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
