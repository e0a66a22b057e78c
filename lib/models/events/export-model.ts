import { batch, computed, createModel, signal } from "@preact/signals";
import type { EventLog } from "../../events/log/event-log.ts";
import {
  exportEvents,
  type ExportFormat,
  type ExportProgress,
} from "../../events/export/export-events.ts";
import { createRedactor, type RedactionReceipt } from "../../redaction/create-redactor.ts";
import {
  createPreviewCollector,
  type RedactionPreview,
} from "../../redaction/redaction-preview.ts";
import { toLogFailure } from "./event-log-failure.ts";
import type { Failure } from "../failure.ts";

/** A file in memory that is written piece by piece. */
export interface GrowingFile {
  write(text: string): void;
  /** Returns the size in bytes. */
  size(): number;
  /** Saves the file as a download of the user. */
  save(name: string): void;
  /** Frees the memory. */
  drop(): void;
}

export interface ExportPort {
  openLog(): Promise<EventLog>;
  /** @param type the media type of the file */
  createFile(type: string): GrowingFile;
  /** Lets the page draw between two pieces. */
  yieldToEventLoop(): Promise<void>;
  /** Unix time in ms. */
  now(): number;
}

export type ExportState =
  | { kind: "idle" }
  | { kind: "writing"; progress: ExportProgress }
  /** The file is written, but not yet saved. The user can review the removed secrets. */
  | {
      kind: "ready";
      written: number;
      receipt: RedactionReceipt;
      preview: RedactionPreview;
      bytes: number;
      name: string;
    }
  | { kind: "saved"; written: number; name: string }
  | { kind: "cancelled" }
  | { kind: "failed"; failure: Failure };

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

/** Returns a file name such as `events-acme.example-20261121T090000Z.ndjson`. */
function nameFile(tenantId: string, format: ExportFormat, now: number): string {
  const host = tenantId.replace(/^\w+:\/\//, "").replaceAll(/[^\w.-]+/g, "-");
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return `events-${host}-${time}.${format}`;
}

/** Exports a tenant's log into a file without secrets. The preview shows what the file contains. */
export const ExportModel = createModel((port: ExportPort) => {
  const state = signal<ExportState>({ kind: "idle" });
  const format = signal<ExportFormat>("ndjson");
  const isWhole = signal(true);
  let file: GrowingFile | undefined;
  let running: AbortController | undefined;

  const reset = () => {
    running?.abort();
    running = undefined;
    file?.drop();
    file = undefined;
    state.value = { kind: "idle" };
  };

  return {
    state: computed(() => state.value),
    format: computed(() => format.value),
    /** True to export the whole log, false for the listed events only. */
    isWhole: computed(() => isWhole.value),

    setFormat(chosen: ExportFormat): void {
      batch(() => {
        reset();
        format.value = chosen;
      });
    },
    setWhole(whole: boolean): void {
      batch(() => {
        reset();
        isWhole.value = whole;
      });
    },
    /** Writes the file in memory; only `save` stores it on the device. */
    async write({ tenantId, shown }: ExportSource): Promise<void> {
      reset();
      const own = new AbortController();
      running = own;
      const chosen = format.peek();
      const growing = port.createFile(mediaTypes[chosen]);
      file = growing;
      state.value = { kind: "writing", progress: noProgress };
      try {
        const log = await port.openLog();
        const isAll = isWhole.peek() || shown.sequences === undefined;
        const listed = new Set(shown.sequences);
        const pieces = exportEvents({
          log: isAll ? log : beginAfter(log, shown.after),
          tenantId,
          format: chosen,
          redactor: createRedactor(),
          signal: own.signal,
          ...(isAll ? {} : { isIncluded: (sequence) => listed.has(sequence) }),
          onProgress: (progress) => {
            if (!own.signal.aborted) state.value = { kind: "writing", progress };
          },
        });
        const preview = createPreviewCollector();
        let piece = await pieces.next();
        while (piece.done !== true) {
          if (piece.value !== "") growing.write(piece.value);
          preview.add(piece.value);
          await port.yieldToEventLoop();
          piece = await pieces.next();
        }
        if (own.signal.aborted) return;
        state.value = {
          kind: "ready",
          written: piece.value.written,
          receipt: piece.value.redaction,
          preview: preview.read(piece.value.redaction),
          bytes: growing.size(),
          name: nameFile(tenantId, chosen, port.now()),
        };
      } catch (error) {
        growing.drop();
        if (!own.signal.aborted) state.value = { kind: "failed", failure: toLogFailure(error) };
      }
    },
    cancel(): void {
      if (state.peek().kind !== "writing") return;
      reset();
      state.value = { kind: "cancelled" };
    },
    save(): void {
      const ready = state.peek();
      if (ready.kind !== "ready") return;
      file?.save(ready.name);
      state.value = { kind: "saved", written: ready.written, name: ready.name };
    },
    /** Discards the file. */
    close(): void {
      reset();
    },
  };
});
