import { computed } from "@preact/signals";
import type { Tenant } from "../../messages/tenant.ts";
import { listAllowances } from "../../runs/list-allowances.ts";
import type { Operation, RunSetting } from "../../runs/operation.ts";
import { findUnannounced, unavailableHere } from "../../runs/unavailable-here.ts";
import type { AllowanceAnswers, KnownAllowance } from "./allowance-answers.ts";
import type { RunForms } from "./run-forms.ts";
import { settingOf, type RunPlaces } from "./run-places.ts";
import type { RunPort } from "./run-port.ts";
import type { Servers } from "./servers.ts";

/** Creates what the form tells before a run: its setting, addresses to allow, and warnings. */
export function createRunChecks(parts: {
  port: RunPort;
  forms: RunForms;
  places: RunPlaces["places"];
  servers: Servers;
  answers: AllowanceAnswers;
}) {
  const { port, places, servers, answers } = parts;
  const { operation, way, values } = parts.forms;

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

  return {
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
  };
}
