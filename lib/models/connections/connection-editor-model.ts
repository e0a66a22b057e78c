import { computed, createModel, signal } from "@preact/signals";
import {
  previewPrefix,
  type ConnectionProfile,
} from "../../management/connections/connection-profile.ts";
import { readRawProfile, formatRawProfile } from "../../management/connections/raw-profile.ts";
import type { JsonObject, JsonValue } from "../../encoding/json.ts";
import type { ConnectionInput } from "./connection-draft.ts";
import {
  readConnectionForm,
  toDocument,
  type ConnectionField,
  type ConnectionForm,
} from "./connection-form.ts";
import { createEditorChecks } from "./editor-checks.ts";
import { createFieldSetters } from "./field-setters.ts";
import { readConfig } from "./typed-json.ts";
import { readOnly } from "../read-only.ts";

const exampleOrganization = { id: "org_42", name: "initech" };
const emptyDocument: JsonObject = {};
const nothingEntered: ConnectionInput = { view: "form", document: emptyDocument };

export interface ConnectionEditorPort {
  /** Called before each change of the input; false prevents the change. */
  beginEdit(): boolean;
}

/** Holds the input for one profile, and its difference from the base version. */
export const ConnectionEditorModel = createModel((port: ConnectionEditorPort) => {
  const base = signal<ConnectionProfile | undefined>(undefined);
  const input = signal<ConnectionInput>(nothingEntered);
  /** The reason why the other view cannot be shown; set after the user tried to show it. */
  const viewProblem = signal<string | undefined>(undefined);
  const checks = createEditorChecks(base, input);

  const change = (next: Partial<ConnectionInput>) => {
    if (!port.beginEdit()) return;
    input.value = { ...input.peek(), ...next };
    viewProblem.value = undefined;
  };
  const set = (field: ConnectionField, value: JsonValue) =>
    change({ document: { ...input.peek().document, [field]: value } });

  const readForm = computed(() => readConnectionForm(input.value.document));
  const form = computed((): ConnectionForm | undefined => {
    const read = readForm.value;
    const { configText } = input.value;
    if (!read.ok) return undefined;
    return configText === undefined ? read.form : { ...read.form, connection_config: configText };
  });

  return {
    ...checks,
    ...createFieldSetters(() => input.peek().document, set),
    /** The version that the edit started from; undefined while no profile is edited. */
    base: readOnly(base),
    input: readOnly(input),
    view: computed(() => input.value.view),
    /** The values of the fields; undefined if the form cannot show the document. */
    form,
    rawText: computed(() => input.value.rawText ?? formatRawProfile(input.value.document)),
    viewProblem: readOnly(viewProblem),
    /** The prefix that the template gives an example organization. */
    prefixExample: computed(() =>
      previewPrefix(form.value?.connection_name_prefix_template ?? "", exampleOrganization),
    ),

    /** Begins an edit, or continues with earlier input. */
    open(profile: ConnectionProfile, entered?: ConnectionInput): void {
      base.value = profile;
      input.value = entered ?? { view: "form", document: toDocument(profile) };
      viewProblem.value = undefined;
    },
    /**
     * Continues with another base version and document. Keeps the form only if it can show the
     * document.
     */
    adopt(profile: ConnectionProfile, document: JsonObject): void {
      const { view } = input.peek();
      base.value = profile;
      const isShowable = readConnectionForm(document).ok;
      input.value = { view: isShowable ? view : "raw", document };
      viewProblem.value = undefined;
    },

    /** Sets the value of a field. */
    set,
    setConfigText(text: string): void {
      const { document } = input.peek();
      const read = readConfig(text);
      change({
        configText: text,
        ...(read.ok ? { document: { ...document, connection_config: read.value } } : {}),
      });
    },
    setRawText(text: string): void {
      const read = readRawProfile(text);
      change({ rawText: text, ...(read.ok ? { document: read.edit } : {}) });
    },

    /** Shows the input in the other view, unless that view cannot show all of it. */
    show(view: ConnectionInput["view"]): void {
      if (view === input.peek().view) return;
      if (view === "raw") {
        if (checks.configProblem.peek() === undefined) input.value = dropTexts(input.peek(), "raw");
        else viewProblem.value = "The configuration is not valid JSON. Correct it first.";
        return;
      }
      const read = readForm.peek();
      const wrongId = checks.errors.peek().find(({ field }) => field === "id");
      if (wrongId !== undefined) viewProblem.value = wrongId.message;
      else if (checks.rawProblem.peek() !== undefined)
        viewProblem.value = "The text is not valid JSON. Correct it first.";
      else if (read.ok) {
        input.value = dropTexts(input.peek(), "form");
        viewProblem.value = undefined;
      } else viewProblem.value = read.problem;
    },
  };
});

/** Removes the typed texts, because the document contains their values. */
function dropTexts({ document }: ConnectionInput, view: ConnectionInput["view"]): ConnectionInput {
  return { view, document };
}
