import { batch, createModel, signal } from "@preact/signals";
import type { EventLog } from "../../events/log/event-log.ts";
import {
  exportEvents,
  type ExportFormat,
  type ExportProgress,
} from "../../events/export/export-events.ts";
import { createRedactor, type RedactionReceipt } from "../../redaction/create-redactor.ts";
import { createExchangeRedactor } from "../../redaction/kept/create-exchange-redactor.ts";
import type { ReplacedValue } from "../../redaction/kept/replaced-values.ts";
import { createFileExport, type FileExportPort, type FileSummary } from "../file-export.ts";
import { toLogFailure } from "./event-log-failure.ts";
import { readOnly } from "../read-only.ts";

export interface ExportPort extends FileExportPort {
  openLog(): Promise<EventLog>;
  /** Unix time in ms. */
  now(): number;
}

/** The source of an export. */
export interface ExportSource {
  tenantId: string;
  /**
   * The listed events, which are all after the sequence `after`; `sequences` is undefined for all
   * events.
   */
  shown: { sequences: readonly number[] | undefined; after: number };
}

/** Returns a view of the log that begins after a sequence. */
function beginAfter(log: EventLog, after: number): EventLog {
  return {
    ...log,
    chunks: (tenantId, options) => log.chunks(tenantId, { ...options, after }),
    marks: async (tenantId) =>
      (await log.marks(tenantId)).filter(({ afterSequence }) => afterSequence >= after),
  };
}

const mediaTypes: Record<ExportFormat, string> = {
  ndjson: "application/x-ndjson",
  json: "application/json",
};
const noProgress: ExportProgress = { step: "search", done: 0, total: 0, written: 0 };

/** The receipt of a file; with the values that the user keeps, if all others were replaced. */
type FileReceipt = RedactionReceipt & { kept?: readonly string[] };

/** Recognises secrets, or replaces all values but those that are known to be harmless. */
function createEntryRedactor(replacesAll: boolean, keptByHand: ReadonlySet<string>) {
  if (!replacesAll) {
    return { ...createRedactor(), listReplaced: (): readonly ReplacedValue[] => [] };
  }
  const redactor = createExchangeRedactor(keptByHand);
  const listKept = () =>
    redactor.listReplaced().flatMap(({ value, isKept }) => (isKept ? [value] : []));
  return {
    collect: (entry: unknown) => redactor.collectJson(entry),
    redact: (entry: unknown) => redactor.redactJson(entry),
    receipt: (): FileReceipt => ({ ...redactor.receipt(), kept: listKept() }),
    listReplaced: () => redactor.listReplaced(),
  };
}

/** Returns a file name such as `events-acme.example-20261121T090000Z.ndjson`. */
function nameFile(tenantId: string, format: ExportFormat, now: number): string {
  const host = tenantId.replace(/^\w+:\/\//, "").replaceAll(/[^\w.-]+/g, "-");
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return `events-${host}-${time}.${format}`;
}

/** Exports a tenant's log into a file without secrets. The preview shows what the file contains. */
export const ExportModel = createModel((port: ExportPort) => {
  const files = createFileExport<ExportProgress>(port);
  const format = signal<ExportFormat>("ndjson");
  const isWhole = signal(true);
  const replacesAll = signal(false);

  async function* writePieces(
    { tenantId, shown }: ExportSource,
    kept: ReadonlySet<string>,
    aborted: AbortSignal,
    onProgress: (progress: ExportProgress) => void,
  ): AsyncGenerator<string, FileSummary, void> {
    const log = await port.openLog();
    const isAll = isWhole.peek() || shown.sequences === undefined;
    const listed = new Set(shown.sequences);
    const redactor = createEntryRedactor(replacesAll.peek(), kept);
    const { written, redaction } = yield* exportEvents<FileReceipt>({
      log: isAll ? log : beginAfter(log, shown.after),
      tenantId,
      format: format.peek(),
      redactor,
      signal: aborted,
      ...(isAll ? {} : { isIncluded: (sequence) => listed.has(sequence) }),
      onProgress,
    });
    return { written, receipt: redaction, replaced: redactor.listReplaced() };
  }

  return {
    state: files.state,
    format: readOnly(format),
    /** True to export the whole log, false for the listed events only. */
    isWhole: readOnly(isWhole),

    /** True to replace all values but the harmless ones, false to remove recognised secrets. */
    replacesAll: readOnly(replacesAll),
    keptByHand: files.keptByHand,
    setKept: (value: string, isKept: boolean) => files.setKept(value, isKept),

    setReplacing(all: boolean): void {
      batch(() => {
        files.close();
        replacesAll.value = all;
      });
    },
    setFormat(chosen: ExportFormat): void {
      batch(() => {
        files.reset();
        format.value = chosen;
      });
    },
    setWhole(whole: boolean): void {
      batch(() => {
        files.reset();
        isWhole.value = whole;
      });
    },
    /** Writes the file in memory; only `save` stores it on the device. */
    async write(source: ExportSource): Promise<void> {
      const chosen = format.peek();
      await files.write({
        name: nameFile(source.tenantId, chosen, port.now()),
        type: mediaTypes[chosen],
        begin: noProgress,
        openPieces: (aborted, onProgress, kept) => writePieces(source, kept, aborted, onProgress),
        toFailure: toLogFailure,
      });
    },
    cancel: () => files.cancel(),
    save: () => files.save(),
    /** Discards the file, and the values that the user keeps. */
    close: () => files.close(),
  };
});
