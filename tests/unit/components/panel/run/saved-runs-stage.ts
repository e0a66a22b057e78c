import { signal } from "@preact/signals";
import type { Preset } from "../../../../../lib/messages/preset.ts";
import type { RunRecord } from "../../../../../lib/messages/run-record.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { HistoryModel } from "../../../../../lib/models/runs/history-model.ts";
import { PresetsModel } from "../../../../../lib/models/runs/presets-model.ts";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import type { RunDraft } from "../../../../../lib/runs/run-draft.ts";
import { createFakeWorker, now, tenant as own, type FakeWorker } from "../../fake-worker.ts";

export const draft: RunDraft = {
  operation: "authorize",
  way: "extension",
  values: { scope: "openid" },
  parameters: [],
  order: [],
};

export function makePreset(name: string): Preset {
  return { ...draft, id: name, name, values: { scope: "openid" }, parameters: [], order: [] };
}

export function makeRun(id: string, over: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    tenantId: own.id,
    operation: "authorize",
    way: "extension",
    values: { scope: id },
    parameters: [],
    order: [],
    lacks: [],
    verdict: { kind: "succeeded" },
    startedAt: now,
    ms: 1_200,
    ...over,
  };
}

export function titleOf(id: string): string {
  return catalogue.find((operation) => operation.id === id)?.title ?? id;
}

let count = 0;
const createId = () => `new-${(count += 1)}`;
const tenant = signal<Tenant | undefined>(own);

export async function openPresets(presets: readonly Preset[], worker = createFakeWorker()) {
  const files: string[] = [];
  worker.answer("preset.list", { presets });
  const model = new PresetsModel({
    send: worker.send,
    tenant,
    operations: catalogue,
    createId,
    download: (name, text) => files.push(`${name} ${text}`),
    now: () => now,
  });
  await settle();
  return { model, worker, files };
}

export async function openHistory(
  runs: readonly RunRecord[],
  worker: FakeWorker = createFakeWorker(),
) {
  worker.answer("run.list", { runs });
  const model = new HistoryModel({ send: worker.send, tenant, operations: catalogue, createId });
  await settle();
  return { model, worker };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
