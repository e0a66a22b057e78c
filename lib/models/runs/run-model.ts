import { computed, createModel, signal, effect, type ReadonlySignal } from "@preact/signals";
import type { Tenant } from "../../messages/tenant.ts";
import { catalogue } from "../../runs/catalogue/index.ts";
import type { Way } from "../../runs/operation.ts";
import { createAllowanceAnswers } from "./allowance-answers.ts";
import { createCapturedForm } from "./captured-form.ts";
import { createRunChecks } from "./run-checks.ts";
import { createRunForms, type RunForms } from "./run-forms.ts";
import { createRunPlaces, findAddressSetting } from "./run-places.ts";
import type { RunPort } from "./run-port.ts";
import { createRuns, isRunning } from "./runs.ts";
import { createServers } from "./servers.ts";
import type { RunDraft } from "../../runs/run-draft.ts";
import { readOnly } from "../read-only.ts";

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
  const checks = createRunChecks({ port, forms, places, servers, answers });
  const tenantOfForms = followTenantOfForms(forms, port.tenant);

  const readAgain = () => void read(way.peek());

  return {
    operations: computed(() => catalogue),
    operation: readOnly(operation),
    way: readOnly(way),
    values: readOnly(values),
    /** Parameters to add, one `name=value` per line. */
    parameters: readOnly(parameters),
    /** The names of the request's parameters in the order to send them; often empty. */
    order: readOnly(forms.order),
    /** The problems of the form by field after a refused start; `parameters` for the lines. */
    problems: readOnly(problems),
    /** The secrets that the shown form lost when another tenant was selected, until it changes. */
    leftOut: tenantOfForms.leftOut,
    /** The place of the chosen way; undefined before it is known. */
    place: computed(() => places.value[way.value]),
    run: readOnly(runs.run),
    isRunning: computed(() => isRunning(runs.run.value)),

    ...checks,

    /** The function that returns the setting to read a pasted URL; the place can be unknown. */
    addressSetting: computed(() => findAddressSetting(way.value, places.value[way.value])),

    /** True after the first change of the form. */
    isTouched: readOnly(forms.isTouched),

    /** Reads what the tenant's server announces. */
    loadServer: servers.load,

    /** Reads the addresses of the chosen way. Call it when the tab is shown. */
    load: readAgain,

    /** Shows the operation and the way of an earlier panel. */
    open(kept: { operation: string; way: Way }): void {
      forms.open(kept.operation, kept.way);
      readAgain();
    },
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
    forgetTenant(tenant: Tenant): void {
      if (runs.run.peek()?.tenant.id === tenant.id) runs.discard();
      tenantOfForms.forget(tenant);
    },
  };
});

/** Replaces the entries of a form, and undoes it. */
function createReplacedForm(forms: RunForms) {
  const replaced = signal<
    { how: "reset" | "filled"; operation: string; undo: () => void } | undefined
  >(undefined);
  return {
    /** How the shown form lost its entries; undefined if it lost none. */
    how: computed(() =>
      replaced.value?.operation === forms.operation.value.id ? replaced.value.how : undefined,
    ),

    /** Puts the fields of the shown operation back to their first values. */
    reset(): void {
      const { id: operation } = forms.operation.peek();
      const undo = forms.remember();
      const isLoss = forms.isEdited.peek();
      forms.reset();
      replaced.value = isLoss ? { how: "reset", operation, undo } : undefined;
    },
    /** Fills the form with a run. Returns false for an unknown operation. */
    take(draft: RunDraft): boolean {
      const undo = forms.remember();
      const isLoss = forms.wouldLose(draft);
      if (!forms.take(draft)) return false;
      const { operation } = draft;
      replaced.value = isLoss ? { how: "filled", operation, undo } : undefined;
      return true;
    },
    /** Puts the forms back to what they were before. */
    undo(): void {
      replaced.peek()?.undo();
      replaced.value = undefined;
    },
    /** Ends the offer to undo. */
    dismiss(): void {
      replaced.value = undefined;
    },
  };
}

/**
 * Follows the selected tenant, for which the forms are filled in: a secret of one tenant must never
 * be sent to another one.
 */
function followTenantOfForms(
  forms: RunForms,
  tenant: ReadonlySignal<Tenant | undefined> | undefined,
) {
  let filledFor: Tenant | undefined;
  const before = signal<Tenant | undefined>(undefined);
  effect(() => {
    const selected = tenant?.value;
    if (selected === undefined) return;
    if (filledFor !== undefined && filledFor.id !== selected.id) {
      before.value = filledFor;
      forms.dropSecrets();
    }
    filledFor = selected;
  });
  return {
    /** The secrets that the shown form lost when another tenant was selected, until it changes. */
    leftOut: computed(() => {
      const [labels, lost] = [forms.leftOut.value, before.value];
      return lost === undefined || labels.length === 0 ? undefined : { tenant: lost, labels };
    }),
    /** Removes the secrets if they were entered for this tenant. */
    forget({ id }: Tenant): void {
      if (filledFor?.id === id) forms.dropSecrets();
    },
  };
}
