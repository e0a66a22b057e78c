import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { parseParameterLines, writeParameterLines } from "../../runs/parameter-lines.ts";
import { catalogue } from "../../runs/catalogue/index.ts";
import type { Operation, Values, Way } from "../../runs/operation.ts";
import type { RunDraft } from "../../runs/run-draft.ts";
import { validate } from "../../runs/validate.ts";
import { dropFormSecrets } from "./drop-form-secrets.ts";

/** The form of one operation, as the user left it. */
interface RunForm {
  values: Values;
  /** Parameters to add, one `name=value` per line. */
  parameters: string;
  /** The names of the authorization request in the order to send them. */
  order: readonly string[];
  /** The values of the earlier step that the form has taken over. */
  continued: Values;
}

export interface RunForms {
  operation: ReadonlySignal<Operation>;
  way: ReadonlySignal<Way>;
  values: ReadonlySignal<Values>;
  /** Parameters to add, one `name=value` per line. */
  parameters: ReadonlySignal<string>;
  /** The names of the authorization request in the order to send them; empty for the library's. */
  order: ReadonlySignal<readonly string[]>;
  /** True after the first change, or when the user chose another operation. */
  isTouched: ReadonlySignal<boolean>;
  /** True if the shown form differs from its first values. */
  isEdited: ReadonlySignal<boolean>;
  /** The problems by field after a refused start; `parameters` for the lines. */
  problems: ReadonlySignal<Readonly<Record<string, string>>>;
  /** The labels of the secrets that were removed from the shown form, until it changes. */
  leftOut: ReadonlySignal<readonly string[]>;
  /** Shows an operation as the first one: the user has not changed anything yet. */
  readonly open: (id: string, way: Way) => void;
  /** Selects an operation. Changes to the other way if it works only there. */
  readonly choose: (id: string) => void;
  readonly setWay: (way: Way) => void;
  readonly set: (name: string, value: string) => void;
  readonly setParameters: (lines: string) => void;
  /** Puts the fields of the operation back to their first values. */
  readonly reset: () => void;
  /** Returns the form as a run that has not started. */
  readonly draft: () => RunDraft;
  /**
   * Replaces the form, for example by a preset. A missing value is empty. Returns false for an
   * unknown operation.
   */
  readonly take: (draft: RunDraft) => boolean;
  /** Returns true if entries of the user are lost when this draft replaces the form. */
  readonly wouldLose: (draft: RunDraft) => boolean;
  /**
   * Returns a function that puts all forms back to what they are now, without the secrets that
   * `dropSecrets` removed meanwhile.
   */
  readonly remember: () => () => void;
  /** Removes the secrets of all forms. */
  readonly dropSecrets: () => void;
  /**
   * Returns true for a valid form; otherwise shows its problems.
   *
   * @param clientId the application of the tenant, empty without one
   */
  readonly check: (clientId: string) => boolean;
}

/**
 * Creates the forms of all operations. Each keeps its values while another one is shown.
 *
 * @param continueValues returns values that an earlier step of a flow left for an operation
 */
export function createRunForms(continueValues?: (operation: Operation) => Values): RunForms {
  const first = signal<Operation>(firstOperation());
  const operation = signal<Operation>(first.peek());
  const way = signal<Way>("extension");
  const forms = signal<Readonly<Record<string, RunForm>>>({});
  const problems = signal<Readonly<Record<string, string>>>({});
  const leftOut = signal<readonly string[]>([]);
  /** Counts the removals of secrets. */
  let removals = 0;
  const create = (of: Operation) => createForm(of, continueValues?.(of) ?? {});
  const form = computed(() => forms.value[operation.value.id] ?? create(operation.value));

  const change = (changes: Partial<RunForm>, field?: string) =>
    batch(() => {
      leftOut.value = [];
      forms.value = { ...forms.peek(), [operation.peek().id]: { ...form.peek(), ...changes } };
      const entries = Object.entries(problems.peek());
      problems.value = Object.fromEntries(entries.filter(([name]) => name !== field));
    });
  const findProblems = () => listProblems(operation.peek(), form.peek(), way.peek());
  const show = (chosen: Operation) => {
    operation.value = chosen;
    problems.value = {};
    leftOut.value = [];
  };
  const dropSecrets = () =>
    batch(() => {
      removals += 1;
      leftOut.value = [];
      const entries = Object.entries(forms.peek()).map(([id, kept]): [string, RunForm] => {
        const of = findOperation(id);
        if (of === undefined) return [id, kept];
        const { labels, ...rest } = dropFormSecrets(of, kept);
        if (of === operation.peek()) leftOut.value = labels;
        return [id, { ...kept, ...rest }];
      });
      forms.value = Object.fromEntries(entries);
    });

  return {
    operation,
    way,
    values: computed(() => form.value.values),
    parameters: computed(() => form.value.parameters),
    order: computed(() => form.value.order),
    isTouched: computed(
      () => operation.value !== first.value || Object.keys(forms.value).length > 0,
    ),
    isEdited: computed(() => !hasSameEntries(form.value, create(operation.value))),
    problems,
    leftOut,
    open: (id, wanted) =>
      batch(() => {
        const chosen = findOperation(id);
        if (chosen === undefined) return;
        first.value = chosen;
        show(chosen);
        way.value = findWay(chosen, wanted);
      }),
    choose: (id) =>
      batch(() => {
        const chosen = findOperation(id);
        if (chosen === undefined) return;
        // Do not keep what was never changed: a later step of a flow starts with new values.
        const kept = forms.peek()[chosen.id];
        const next = kept && continueForm(chosen, kept, continueValues?.(chosen) ?? {});
        if (next !== undefined) forms.value = { ...forms.peek(), [chosen.id]: next };
        show(chosen);
        way.value = findWay(chosen, way.peek());
      }),
    setWay: (chosen) =>
      batch(() => {
        way.value = chosen;
        // A value can be wrong in one place only.
        if (Object.keys(problems.peek()).length > 0) problems.value = findProblems();
      }),
    set: (name, value) => change({ values: { ...form.peek().values, [name]: value } }, name),
    setParameters: (parameters) => change({ parameters }, "parameters"),
    reset: () =>
      batch(() => {
        change(create(operation.peek()));
        problems.value = {};
      }),
    draft: () => toDraft(operation.peek(), form.peek(), way.peek()),
    take: (draft) =>
      batch(() => {
        const chosen = findOperation(draft.operation);
        if (chosen === undefined) return false;
        show(chosen);
        way.value = draft.way;
        const parameters = writeParameterLines(draft.parameters);
        change({ values: draft.values, parameters, order: draft.order });
        return true;
      }),
    wouldLose: ({ operation: id, values, parameters, order }) => {
      const [of, kept] = [findOperation(id), forms.peek()[id]];
      if (of === undefined || kept === undefined) return false;
      const next = { values, parameters: writeParameterLines(parameters), order };
      return !hasSameEntries(kept, create(of)) && !hasSameEntries(kept, next);
    },
    remember: () => {
      const before = [operation.peek(), way.peek(), forms.peek()] as const;
      const removalsBefore = removals;
      return () =>
        batch(() => {
          problems.value = {};
          [operation.value, way.value, forms.value] = before;
          if (removals !== removalsBefore) dropSecrets();
        });
    },
    dropSecrets,
    check(clientId) {
      const missing = findMissingClient(operation.peek(), form.peek().values, clientId);
      problems.value = { ...findProblems(), ...missing };
      return Object.keys(problems.peek()).length === 0;
    },
  };
}

type Entries = Pick<RunForm, "values" | "parameters" | "order">;

/** Compares what two forms send. A missing value is an empty one. */
function hasSameEntries(one: Entries, other: Entries): boolean {
  const write = ({ values, parameters, order }: Entries) => {
    const filled = Object.entries(values).filter(([, value]) => value !== "");
    return JSON.stringify([filled.toSorted(([a], [b]) => (a < b ? -1 : 1)), parameters, order]);
  };
  return write(one) === write(other);
}

function listProblems(operation: Operation, form: RunForm, way: Way): Record<string, string> {
  const lines = parseParameterLines(form.parameters);
  return {
    ...validate(operation, form.values, way),
    ...(lines.ok ? {} : { parameters: lines.problem }),
  };
}

/** An operation without the field is about a token, and needs no application. */
function findMissingClient(
  { fields }: Operation,
  values: Values,
  clientId: string,
): Record<string, string> {
  const isAsked = fields.some(({ name }) => name === "clientID");
  if (!isAsked || clientId !== "" || (values["clientID"] ?? "").trim() !== "") return {};
  return {
    clientID: "Enter the client ID of an application. The tenant has none in the options.",
  };
}

function toDraft({ id }: Operation, { values, parameters, order }: RunForm, way: Way): RunDraft {
  const lines = parseParameterLines(parameters);
  return { operation: id, way, values, parameters: lines.ok ? lines.pairs : [], order };
}

function createForm({ fields }: Operation, continued: Values): RunForm {
  const first = Object.fromEntries(
    fields.map(({ name, initial, choices }) => [name, initial ?? choices?.[0]?.value ?? ""]),
  );
  return { values: { ...first, ...continued }, parameters: "", order: [], continued };
}

/** Takes over the values of a new earlier step, which voids the secrets of the step before. */
function continueForm({ fields }: Operation, kept: RunForm, continued: Values): RunForm {
  if (Object.keys(continued).length === 0) return kept;
  if (JSON.stringify(continued) === JSON.stringify(kept.continued)) return kept;
  const secrets = fields.filter(({ kind }) => kind === "secret");
  const voided: Values = Object.fromEntries(secrets.map(({ name }) => [name, ""] as const));
  return { ...kept, values: { ...kept.values, ...continued, ...voided }, continued };
}

function firstOperation(): Operation {
  const [first] = catalogue;
  if (first === undefined) throw new Error("The catalogue is empty.");
  return first;
}

function findOperation(id: string): Operation | undefined {
  return catalogue.find((operation) => operation.id === id);
}

/** Returns the way, or the other one if the operation works only there. */
function findWay({ unavailable }: Operation, way: Way): Way {
  const other = way === "page" ? "extension" : "page";
  return unavailable?.[way] !== undefined && unavailable[other] === undefined ? other : way;
}
