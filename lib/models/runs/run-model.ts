import { computed, createModel, effect, signal } from "@preact/signals";
import type { Tenant } from "../../messages/tenant.ts";
import { catalogue } from "../../runs/catalogue/index.ts";
import { listAllowances } from "../../runs/list-allowances.ts";
import type { Operation, RunSetting, Way } from "../../runs/operation.ts";
import { findUnannounced, unavailableHere } from "../../runs/unavailable-here.ts";
import { createAllowanceAnswers, type KnownAllowance } from "./allowance-answers.ts";
import { createCapturedForm } from "./captured-form.ts";
import { createRunForms } from "./run-forms.ts";
import { createRunPlaces, findAddressSetting, settingOf } from "./run-places.ts";
import { createReplacedForm } from "./replaced-form.ts";
import type { RunPort } from "./run-port.ts";
import { createRuns, isRunning } from "./runs.ts";
import { createServers } from "./servers.ts";

/** Edits the forms of operations, and runs one at a time. */
export const RunModel = createModel((port: RunPort) => {
  const forms = createRunForms(port.continueValues);
  const captured = createCapturedForm(forms);
  const replaced = createReplacedForm(forms);
  const { operation, way, values, parameters, problems } = forms;
  const { places, read } = createRunPlaces((of) => port.readPlace(of));
  const servers = createServers(port.discover);
  const answers = createAllowanceAnswers(port.checkAllowances);
  const runs = createRuns({ port, forms, read, servers, answers });

  const settingAt = (tenant: Tenant): RunSetting | undefined => {
    const place = places.value[way.value];
    return place === undefined || "problem" in place
      ? undefined
      : settingOf(tenant, way.value, place, servers.found.peek()(tenant)?.issuer);
  };
  /** Returns the addresses to allow before a run. */
  const questionAt = (tenant: Tenant) => {
    const setting = settingAt(tenant);
    if (setting === undefined) return undefined;
    const allowances = listAllowances(operation.value, values.value, setting);
    return { origin: setting.origin, way: setting.way, allowances };
  };
  const readAgain = () => void read(way.peek());

  /** The tenant that the forms were filled in for, and the one before it. */
  let filledFor: Tenant | undefined;
  const before = signal<Tenant | undefined>(undefined);
  effect(() => {
    const selected = port.tenant?.value;
    if (selected === undefined) return;
    // A secret of one tenant must never be sent to another one.
    if (filledFor !== undefined && filledFor.id !== selected.id) {
      before.value = filledFor;
      forms.dropSecrets();
    }
    filledFor = selected;
  });

  return {
    operations: computed(() => catalogue),
    operation: computed(() => operation.value),
    way: computed(() => way.value),
    values: computed(() => values.value),
    /** Parameters to add, one `name=value` per line. */
    parameters: computed(() => parameters.value),
    /** The names of the request's parameters in the order to send them; often empty. */
    order: computed(() => forms.order.value),
    /** The problems of the form by field after a refused start; `parameters` for the lines. */
    problems: computed(() => problems.value),
    /** The secrets that the shown form lost when another tenant was selected, until it changes. */
    leftOut: computed(() => {
      const [labels, tenant] = [forms.leftOut.value, before.value];
      return tenant === undefined || labels.length === 0 ? undefined : { tenant, labels };
    }),
    /** The place of the chosen way; undefined before it is known. */
    place: computed(() => places.value[way.value]),
    run: computed(() => runs.run.value),
    isRunning: computed(() => isRunning(runs.run.value)),

    /** Returns the setting of a run at a tenant; undefined while the place is not known. */
    settingAt,

    /**
     * The function that returns the addresses to allow before a run at a tenant, each with what is
     * known of it.
     */
    findAllowances: computed(() => {
      const find = answers.find.value;
      return (tenant: Tenant): readonly KnownAllowance[] => {
        const question = questionAt(tenant);
        if (question === undefined) return [];
        return question.allowances.map((one) => ({ ...one, state: find(question, one) }));
      };
    }),

    /** Asks the tenant about the addresses of `findAllowances`. */
    async checkAllowances(tenant: Tenant): Promise<void> {
      const question = questionAt(tenant);
      if (question !== undefined) await answers.check(question);
    },

    /** The function that returns the setting to read a pasted URL; the place can be unknown. */
    addressSetting: computed(() => findAddressSetting(way.value, places.value[way.value])),

    /** Returns the warnings about the form at a tenant. */
    warningsAt(tenant: Tenant): readonly string[] {
      const setting = settingAt(tenant);
      const one = operation.value;
      if (setting === undefined) return [];
      const facts = port.findFacts?.(one, values.value, tenant) ?? {};
      const warnings = one.warn?.(values.value, setting, { now: port.now(), ...facts }) ?? [];
      const unannounced = findUnannounced(one, servers.found.peek()(tenant), values.value, setting);
      return unannounced === undefined ? warnings : [...warnings, unannounced];
    },

    /** The function that returns why the tenant's server does not have an operation. */
    explainAbsence: computed(() => {
      const find = servers.found.value;
      return (tenant: Tenant, one: Operation) => unavailableHere(one, find(tenant));
    }),

    /** True after the first change of the form. */
    isTouched: computed(() => forms.isTouched.value),

    /** Reads what the tenant's server announces. */
    loadServer: servers.load,

    /** Reads the addresses of the chosen way. Call it when the tab is shown. */
    load: readAgain,

    choose(id: string): void {
      forms.choose(id);
      readAgain();
    },
    setWay(chosen: Way): void {
      forms.setWay(chosen);
      readAgain();
    },
    set(name: string, value: string): void {
      replaced.dismiss();
      forms.set(name, value);
    },
    setParameters(lines: string): void {
      replaced.dismiss();
      forms.setParameters(lines);
    },
    clearOrder: forms.clearOrder,
    /** True if the shown form differs from its first values. */
    isEdited: forms.isEdited,
    /** Puts the form back to its first values, which `undoReplaced` undoes. */
    reset(): void {
      captured.dismiss();
      replaced.reset();
    },
    draft: forms.draft,
    /** Fills the form with a preset or an earlier run, which `undoReplaced` undoes. */
    take(draft: Parameters<typeof forms.take>[0]): boolean {
      const isTaken = replaced.take(draft);
      captured.dismiss();
      readAgain();
      return isTaken;
    },
    /** How the shown form lost its entries last; undefined if it lost none. */
    replaced: replaced.how,
    undoReplaced(): void {
      replaced.undo();
      readAgain();
    },

    /** The captured request that the shown form was filled with. */
    captured: captured.run,
    takeCaptured(run: Parameters<typeof captured.take>[0]): void {
      captured.take(run);
      replaced.dismiss();
      readAgain();
    },
    undoCaptured(): void {
      captured.undo();
      readAgain();
    },
    takeFocus: captured.takeFocus,

    /** Loads the code that runs operations, so that the first run does not wait for it. */
    prepare(): void {
      // The run itself tells a failure.
      port.loadRunner().catch(() => undefined);
    },

    start: runs.start,
    cancel: runs.cancel,
    forget: runs.forget,

    /** Discards the run at a forgotten tenant, and the secrets that were entered for it. */
    forgetTenant({ id }: Tenant): void {
      if (runs.run.peek()?.tenant.id === id) runs.discard();
      if (filledFor?.id === id) forms.dropSecrets();
    },
  };
});
