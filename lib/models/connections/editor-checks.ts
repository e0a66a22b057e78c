import { computed, type ReadonlySignal } from "@preact/signals";
import {
  checkProfileEdit,
  type EditCheck,
} from "../../management/connections/check-profile-edit.ts";
import type { ConnectionProfile } from "../../management/connections/connection-profile.ts";
import { readRawProfile } from "../../management/connections/raw-profile.ts";
import type { FieldMessage } from "../../management/field-check.ts";
import { placeFieldMessages } from "../field-messages.ts";
import type { ConnectionInput } from "./connection-draft.ts";
import { describeJsonProblem, readConfig } from "./typed-json.ts";

/** A syntax error in typed JSON, and its offset in UTF-16 units. */
export interface TextProblem {
  problem: string;
  offset: number;
}

const nothingEdited: EditCheck = { patch: {}, changes: [], errors: [], warnings: [] };

/** Derives the messages about the input, and its difference from the base version. */
export function createEditorChecks(
  base: ReadonlySignal<ConnectionProfile | undefined>,
  input: ReadonlySignal<ConnectionInput>,
) {
  const rawProblem = computed((): TextProblem | undefined => {
    const { view, rawText: typed } = input.value;
    if (view !== "raw" || typed === undefined) return undefined;
    const read = readRawProfile(typed);
    return read.ok
      ? undefined
      : { problem: describeJsonProblem(read.problem), offset: read.problem.offset };
  });
  const configProblem = computed((): string | undefined => {
    const { view, configText } = input.value;
    if (view !== "form" || configText === undefined) return undefined;
    const read = readConfig(configText);
    return read.ok ? undefined : read.problem;
  });
  const check = computed(() => {
    const known = base.value;
    const { document } = input.value;
    return known === undefined ? nothingEdited : checkProfileEdit(known, document);
  });
  const errors = computed(() => check.value.errors);
  const warnings = computed(() => check.value.warnings);
  const changes = computed(() => check.value.changes);
  const hasTextProblem = computed(
    () => rawProblem.value !== undefined || configProblem.value !== undefined,
  );

  return {
    rawProblem,
    configProblem,
    /** The messages, each with its path in the resource. */
    errors,
    warnings,
    /** The first message of each field. */
    problems: computed((): Record<string, string> => {
      const placed = placeFieldMessages(errors.value.map(placeAtField));
      const config = configProblem.value;
      return config === undefined ? placed : { ...placed, connection_config: config };
    }),
    notes: computed(() => placeFieldMessages(warnings.value.map(placeAtField))),
    patch: computed(() => check.value.patch),
    changes,
    /** True if there is unsent input. */
    isDirty: computed(() => changes.value.length > 0 || hasTextProblem.value),
    canReview: computed(
      () => errors.value.length === 0 && !hasTextProblem.value && changes.value.length > 0,
    ),
  };
}

/** Places a message about a part of a field at the field, and names the part in the message. */
function placeAtField({ field, message }: FieldMessage): FieldMessage {
  const [name = "", ...rest] = field.split(".");
  const isOrganization = name === "organization" && rest.length === 1;
  if (rest.length === 0 || isOrganization) return { field, message };
  return { field: name, message: `${rest.join(".")}: ${message}` };
}
