import { computed, createModel, signal } from "@preact/signals";
import { checkProfileEdit } from "../../management/connections/check-profile-edit.ts";
import {
  previewPrefix,
  type ConnectionProfile,
} from "../../management/connections/connection-profile.ts";
import {
  diffProfileEdit,
  type ProfileChange,
} from "../../management/connections/diff-connection-profile.ts";
import {
  findJsonProblem,
  type JsonProblem,
} from "../../management/connections/find-json-problem.ts";
import {
  isJsonObject,
  jsonValueSchema,
  parseJson,
  readMember,
  type JsonObject,
  type JsonValue,
} from "../../encoding/json.ts";
import {
  clearOverrideRow,
  fromOverrideGrid,
  setOverrideCell,
  toOverrideGrid,
  type ConnectionFeature,
  type ConnectionStrategy,
} from "../../management/connections/override-grid.ts";
import { readRawProfile, writeRawProfile } from "../../management/connections/raw-profile.ts";
import {
  connectionFeatures,
  readConnectionForm,
  toDocument,
  type ConnectionForm,
  type OrganizationSetting,
} from "./connection-document.ts";
import type { ConnectionInput } from "./connection-draft.ts";
import { placeFieldMessages } from "../field-messages.ts";

/** Something that is wrong with a typed JSON text, and where: in UTF-16 units from its start. */
export interface TextProblem {
  problem: string;
  offset: number;
}

const exampleOrganization = { id: "org_42", name: "initech" };
const emptyDocument: JsonObject = {};
const nothingEntered: ConnectionInput = { view: "form", document: emptyDocument };
const nothingDiffers: { patch: JsonObject; changes: ProfileChange[] } = { patch: {}, changes: [] };

export interface ConnectionEditorPort {
  /** Asked before each change of the input; a no leaves it as it is. */
  beginEdit(): boolean;
}

/** What is entered for one profile, and how it differs from the version that the edit began with. It sends nothing. */
export const ConnectionEditorModel = createModel((port: ConnectionEditorPort) => {
  const base = signal<ConnectionProfile | undefined>(undefined);
  const input = signal<ConnectionInput>(nothingEntered);
  /** Why the other view cannot be shown; only after somebody tried. */
  const viewProblem = signal<string | undefined>(undefined);

  const set = (change: Partial<ConnectionInput>) => {
    if (!port.beginEdit()) return;
    input.value = { ...input.peek(), ...change };
    viewProblem.value = undefined;
  };
  const setProperty = (name: string, value: JsonValue) =>
    set({ document: { ...input.peek().document, [name]: value } });

  const readForm = computed(() => readConnectionForm(input.value.document));
  const form = computed((): ConnectionForm | undefined => {
    const read = readForm.value;
    const { configText } = input.value;
    if (!read.ok) return undefined;
    return configText === undefined ? read.form : { ...read.form, configText };
  });

  const rawText = computed(() => input.value.rawText ?? writeRawProfile(input.value.document));
  const rawProblem = computed((): TextProblem | undefined => {
    const { view, rawText: typed } = input.value;
    if (view !== "raw" || typed === undefined) return undefined;
    const read = readRawProfile(typed);
    return read.ok
      ? undefined
      : { problem: describeProblem(read.problem), offset: read.problem.offset };
  });
  const configProblem = computed((): string | undefined => {
    const { view, configText } = input.value;
    if (view !== "form" || configText === undefined) return undefined;
    const read = readConfig(configText);
    return read.ok ? undefined : read.problem;
  });

  const difference = computed(() => {
    const known = base.value;
    const { document } = input.value;
    return known === undefined ? nothingDiffers : diffProfileEdit(known, document);
  });
  // What the form does not know may have been entered as JSON before the form was shown: the service decides on it either way.
  const check = computed(() => {
    const known = base.value;
    const { document } = input.value;
    return known === undefined ? undefined : checkProfileEdit(known, document, { isRaw: true });
  });
  const errors = computed(() => {
    const checked = check.value;
    return checked === undefined || checked.ok ? [] : checked.errors;
  });
  const warnings = computed(() => check.value?.warnings ?? []);
  const hasTextProblem = computed(
    () => rawProblem.value !== undefined || configProblem.value !== undefined,
  );

  const readOverrides = () =>
    toOverrideGrid(readMember(input.peek().document, "strategy_overrides"));

  return {
    /** The version that the edit began with; undefined while nothing is edited. */
    base: computed(() => base.value),
    input: computed(() => input.value),
    view: computed(() => input.value.view),
    /** What the form shows; undefined when no form can show what the JSON says. */
    form,
    rawText,
    rawProblem,
    viewProblem: computed(() => viewProblem.value),
    /** What is wrong or doubtful, each with the place in the resource that it is about. */
    errors,
    warnings,
    /** The first sentence for each field of the form. */
    problems: computed((): Record<string, string> => {
      const placed = placeFieldMessages(errors.value.map(placeAtField));
      const config = configProblem.value;
      return config === undefined ? placed : { ...placed, connection_config: config };
    }),
    notes: computed(() => placeFieldMessages(warnings.value.map(placeAtField))),
    patch: computed(() => difference.value.patch),
    changes: computed(() => difference.value.changes),
    /** Whether anything was entered that would be a pity to lose. */
    isDirty: computed(() => difference.value.changes.length > 0 || hasTextProblem.value),
    canReview: computed(
      () =>
        errors.value.length === 0 && !hasTextProblem.value && difference.value.changes.length > 0,
    ),
    /** What the template makes of an example organization. */
    prefixExample: computed(() =>
      previewPrefix(form.value?.prefixTemplate ?? "", exampleOrganization),
    ),

    /** Begins an edit, or goes on with one. */
    open(profile: ConnectionProfile, entered?: ConnectionInput): void {
      base.value = profile;
      input.value = entered ?? { view: "form", document: toDocument(profile) };
      viewProblem.value = undefined;
    },
    /** Goes on with another version, and with what is wanted of it; the view stays. */
    adopt(profile: ConnectionProfile, document: JsonObject): void {
      const { view } = input.peek();
      base.value = profile;
      const isShowable = readConnectionForm(document).ok;
      input.value = { view: isShowable ? view : "raw", document };
      viewProblem.value = undefined;
    },

    setName: (name: string): void => setProperty("name", name),
    setPrefixTemplate: (text: string): void => setProperty("connection_name_prefix_template", text),
    toggleFeature(feature: JsonValue): void {
      const listed = readMember(input.peek().document, "enabled_features");
      const features = Array.isArray(listed) ? listed : [];
      const next = features.includes(feature)
        ? features.filter((one) => one !== feature)
        : [...features, feature];
      setProperty("enabled_features", next);
    },
    /** Undefined takes the setting away; the other settings of the organization stay. */
    setOrganization(name: OrganizationSetting, value: JsonValue | undefined): void {
      const given = readMember(input.peek().document, "organization");
      const others = Object.entries(isJsonObject(given) ? given : {});
      const organization =
        value === undefined
          ? Object.fromEntries(others.filter(([one]) => one !== name))
          : { ...Object.fromEntries(others), [name]: value };
      setProperty("organization", organization);
    },
    setConfigText(text: string): void {
      const { document } = input.peek();
      const read = readConfig(text);
      set({
        configText: text,
        ...(read.ok ? { document: { ...document, connection_config: read.value } } : {}),
      });
    },
    /** A strategy with features of its own begins with those that it had from the profile. */
    setOverridden(strategy: ConnectionStrategy, isOverridden: boolean): void {
      let grid = readOverrides();
      if (isOverridden) {
        const listed = readMember(input.peek().document, "enabled_features");
        for (const feature of connectionFeatures) {
          const isOn = Array.isArray(listed) && listed.includes(feature);
          grid = setOverrideCell(grid, strategy, feature, isOn);
        }
      } else grid = clearOverrideRow(grid, strategy);
      setProperty("strategy_overrides", fromOverrideGrid(grid));
    },
    setOverride(strategy: ConnectionStrategy, feature: ConnectionFeature, isOn: boolean): void {
      const grid = setOverrideCell(readOverrides(), strategy, feature, isOn);
      setProperty("strategy_overrides", fromOverrideGrid(grid));
    },

    setRawText(text: string): void {
      const read = readRawProfile(text);
      set({ rawText: text, ...(read.ok ? { document: read.edit } : {}) });
    },

    /** Shows the same input in the other view; refused while that view could not show all of it. */
    show(view: ConnectionInput["view"]): void {
      if (view === input.peek().view) return;
      if (view === "raw") {
        if (configProblem.peek() === undefined) input.value = dropTexts(input.peek(), "raw");
        else viewProblem.value = "The configuration is no JSON yet. Correct it here first.";
        return;
      }
      const read = readForm.peek();
      const wrongId = errors.peek().find(({ field }) => field === "id");
      if (wrongId !== undefined) viewProblem.value = wrongId.message;
      else if (rawProblem.peek() !== undefined)
        viewProblem.value = "The text is no JSON yet. Correct it here first.";
      else if (read.ok) {
        input.value = dropTexts(input.peek(), "form");
        viewProblem.value = undefined;
      } else viewProblem.value = read.problem;
    },
  };
});

function describeProblem({ message, line, column }: JsonProblem): string {
  return `Line ${line}, column ${column}: ${message}`;
}

/** The text of the configuration's field; an empty one stands for no configuration. */
function readConfig(
  text: string,
): { ok: true; value: JsonObject } | { ok: false; problem: string } {
  if (text.trim() === "") return { ok: true, value: {} };
  const problem = findJsonProblem(text);
  if (problem !== undefined) return { ok: false, problem: describeProblem(problem) };
  const value = jsonValueSchema.parse(parseJson(text));
  return isJsonObject(value)
    ? { ok: true, value }
    : { ok: false, problem: "The configuration must be a JSON object: { and }." };
}

/** The texts as typed say no more than the document once that could be read. */
function dropTexts({ document }: ConnectionInput, view: ConnectionInput["view"]): ConnectionInput {
  return { view, document };
}

/** A message about something within a field is shown at the field, with the rest of the way in its words. */
function placeAtField({ field, message }: { field: string; message: string }) {
  const [name = "", ...rest] = field.split(".");
  const isOrganization = name === "organization" && rest.length === 1;
  if (rest.length === 0 || isOrganization) return { field, message };
  return { field: name, message: `${rest.join(".")}: ${message}` };
}
