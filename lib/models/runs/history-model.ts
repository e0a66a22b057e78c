import { computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { CommandSender } from "../../messages/command-channel.ts";
import {
  maxRuns,
  runRecordSchema,
  type RunRecord,
  type RunVerdict,
} from "../../messages/run-record.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { dropSecrets } from "../../runs/drop-secrets.ts";
import type { Operation, Values } from "../../runs/operation.ts";
import type { RunDraft } from "../../runs/run-draft.ts";
import { isSecretText } from "../../runs/secret-values.ts";
import { toFailure, type Failure } from "../failure.ts";
import { createKeptRuns } from "./kept-runs.ts";
import type { RunView } from "./run-view.ts";
import { readOnly } from "../read-only.ts";

export interface HistoryPort {
  send: CommandSender;
  /** The selected tenant. */
  tenant: ReadonlySignal<Tenant | undefined>;
  operations: readonly Operation[];
  createId(): string;
}

/** A recorded run to run again or to edit. */
export interface RecalledRun {
  draft: RunDraft;
  /** The labels of the values that are gone: the user must enter them again. */
  lacks: readonly string[];
}

/**
 * The last runs of this browser session. The worker keeps them without secrets. The secrets of this
 * panel's runs are in the memory of this model only: a run of a closed panel needs them again.
 */
export const HistoryModel = createModel((port: HistoryPort) => {
  const all = signal<readonly RunRecord[]>([]);
  const failure = signal<Failure | undefined>(undefined);
  const removed = signal<readonly RunRecord[]>([]);
  /** The drafts of this panel's runs, with their secrets. */
  const whole = signal<ReadonlyMap<string, RunDraft>>(new Map());
  const kept = createKeptRuns();
  let last: Promise<void> = Promise.resolve();

  /** Runs a task after the earlier ones, and publishes its failure. */
  const enqueue = (task: () => Promise<void>): Promise<void> => {
    last = last.then(task).then(
      () => void (failure.value = undefined),
      (error: unknown) => void (failure.value = toFailure(error)),
    );
    return last;
  };
  const ownRuns = computed(() => all.value.filter((run) => run.tenantId === port.tenant.value?.id));
  const findOperation = (id: string) => port.operations.find((operation) => operation.id === id);

  /** Removes runs from this panel, with their secrets. */
  const drop = (ids: readonly string[]): void => {
    all.value = all.peek().filter(({ id }) => !ids.includes(id));
    whole.value = new Map([...whole.peek()].filter(([id]) => !ids.includes(id)));
    kept.remove(ids);
  };
  const discard = (runs: readonly RunRecord[]): Promise<void> => {
    const ids = runs.map(({ id }) => id);
    if (ids.length === 0) return Promise.resolve();
    drop(ids);
    removed.value = runs;
    return enqueue(async () => void (await port.send("run.forget", { ids })));
  };
  const load = (): Promise<void> =>
    enqueue(async () => void (all.value = (await port.send("run.list", {})).runs));

  effect(() => {
    // The worker removes the runs of a forgotten tenant.
    if (port.tenant.value !== undefined) void load();
  });

  return {
    /** The runs of the selected tenant, newest first. */
    runs: computed(() => ownRuns.value.toSorted((one, other) => other.startedAt - one.startedAt)),
    /** The number of runs of other tenants. */
    otherCount: computed(() => all.value.length - ownRuns.value.length),
    failure: readOnly(failure),
    /** The runs that were removed last, until they are restored. */
    removed: readOnly(removed),

    /** The listed runs of all tenants whose requests are in memory, newest first. */
    kept: computed(() => {
      const listed = new Set(all.value.map(({ id }) => id));
      return kept.runs.value.filter(({ id }) => listed.has(id));
    }),

    /** Reads the runs again: another panel may have recorded some. */
    load,

    /** Records a run that has ended. */
    record(view: RunView): Promise<void> {
      const verdict = readVerdict(view);
      if (verdict === undefined) return Promise.resolve();
      const draft: RunDraft = {
        operation: view.operation.id,
        way: view.setting.way,
        values: view.values,
        parameters: view.query?.added ?? [],
        order: view.query?.order ?? [],
      };
      const id = port.createId();
      const run = toRecord({ ...draft, id }, view, verdict);
      all.value = [...all.peek(), run].slice(-maxRuns);
      const recorded = new Set(all.peek().map((one) => one.id));
      whole.value = new Map(
        [...whole.peek(), [id, draft] as const].filter(([one]) => recorded.has(one)),
      );
      kept.add({ id, view });
      return enqueue(async () => void (await port.send("run.record", { run })));
    },

    /**
     * The function that returns a run to run it again; undefined for an operation of another
     * version. A view that reads it loses the secrets at once when they are forgotten.
     */
    recall: computed(() => {
      const [runs, drafts] = [all.value, whole.value];
      return (id: string): RecalledRun | undefined => {
        const run = runs.find((one) => one.id === id);
        const operation = run && findOperation(run.operation);
        return run && operation && recallRun(run, operation, drafts.get(id));
      };
    }),

    /** Returns the values that the last run of the step before leaves for an operation. */
    continueValues({ continues }: Operation): Values {
      if (continues === undefined) return {};
      const before = ownRuns.value
        .filter((run) => run.operation === continues.operation && run.verdict.kind === "succeeded")
        .reduce<RunRecord | undefined>((newest, run) => pickNewer(newest, run), undefined);
      if (before === undefined) return {};
      return Object.fromEntries(
        continues.fields.map((name) => [name, before.values[name] ?? ""] as const),
      );
    },

    /** Returns the start of the last run of an operation with an application: Unix time in ms. */
    findLastStart(operationId: string, clientId: string): number | undefined {
      const own = port.tenant.value?.clientId;
      const starts = ownRuns.value
        .filter((run) => run.operation === operationId)
        .filter((run) => (run.values["clientID"]?.trim() || own) === (clientId.trim() || own))
        .map(({ startedAt }) => startedAt);
      return starts.length === 0 ? undefined : Math.max(...starts);
    },

    /** Removes a run with its secrets. `undoRemove` restores the run without them. */
    remove: (id: string): Promise<void> => discard(all.peek().filter((run) => run.id === id)),
    /** Removes the runs of the selected tenant. */
    removeAll: (): Promise<void> => discard(ownRuns.peek()),

    /** Restores the runs that were removed last. */
    undoRemove(): Promise<void> {
      const restored = removed.peek();
      removed.value = [];
      all.value = [...restored, ...all.peek()].slice(-maxRuns);
      return enqueue(async () => {
        for (const run of restored) await port.send("run.record", { run });
      });
    },

    /** Removes the runs of a forgotten tenant, which the worker has removed already. */
    forgetTenant({ id: tenantId }: Tenant): void {
      const isForgotten = (run: RunRecord) => run.tenantId === tenantId;
      drop(all.peek().flatMap((run) => (isForgotten(run) ? [run.id] : [])));
      removed.value = removed.peek().filter((run) => !isForgotten(run));
    },

    /** Discards the secrets and the requests of all runs. */
    forgetSecrets(): void {
      whole.value = new Map();
      kept.clear();
    },
  };
});

function recallRun(
  { way, values, parameters, order, lacks }: RunRecord,
  { id, fields }: Operation,
  known: RunDraft | undefined,
): RecalledRun {
  if (known !== undefined) return { draft: known, lacks: [] };
  return {
    draft: { operation: id, way, values, parameters, order },
    lacks: lacks.map((name) => fields.find((field) => field.name === name)?.label ?? name),
  };
}

function pickNewer(one: RunRecord | undefined, other: RunRecord): RunRecord {
  return one === undefined || other.startedAt >= one.startedAt ? other : one;
}

function readVerdict({ outcome }: RunView): RunVerdict | undefined {
  if (outcome === undefined) return undefined;
  if (outcome.kind !== "refused") return { kind: outcome.kind };
  // The code comes from the tenant or from the page, and can be any text.
  const { error } = outcome.error;
  return { kind: "refused", error: isSecretText(error) ? "" : error.slice(0, 200) };
}

/** Creates the record of a run. A run that is too long to store is recorded without values. */
function toRecord(
  draft: RunDraft & { id: string },
  { operation, tenant, startedAt, endedAt = startedAt }: RunView,
  verdict: RunVerdict,
): RunRecord {
  const { draft: stored, dropped } = dropSecrets(operation, draft);
  const run: RunRecord = {
    id: draft.id,
    operation: stored.operation,
    way: stored.way,
    tenantId: tenant.id,
    values: { ...stored.values },
    parameters: stored.parameters.map(([name, value]) => [name, value]),
    order: [...stored.order],
    lacks: [...dropped],
    verdict,
    startedAt,
    ms: Math.max(0, endedAt - startedAt),
  };
  if (runRecordSchema.safeParse(run).success) return run;
  const lacks = operation.fields.flatMap(({ name }) => (draft.values[name] ? [name] : []));
  return { ...run, values: {}, parameters: [], order: [], lacks };
}
