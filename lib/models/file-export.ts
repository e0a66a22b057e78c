import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { RedactionReceipt } from "../redaction/create-redactor.ts";
import type { ReplacedValue } from "../redaction/kept/replaced-values.ts";
import { createPreviewCollector, type RedactionPreview } from "../redaction/redaction-preview.ts";
import type { Failure } from "./failure.ts";

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

export interface FileExportPort {
  /** @param type the media type of the file */
  createFile(type: string): GrowingFile;
  /** Lets the page draw between two pieces. */
  yieldToEventLoop(): Promise<void>;
}

export type FileExportState<Progress> =
  | { kind: "idle" }
  /** While a file is written again, its last preview stays. */
  | { kind: "writing"; progress: Progress; last?: WrittenFile }
  /** The file is written, but not yet saved. The user can review the removed secrets. */
  | ({ kind: "ready" } & WrittenFile)
  | { kind: "saved"; written: number; name: string }
  | { kind: "cancelled" }
  | { kind: "failed"; failure: Failure };

/** A file in memory, with its preview. */
export interface WrittenFile {
  /** The number of written items: events, or flows. */
  written: number;
  receipt: RedactionReceipt;
  preview: RedactionPreview;
  /** The values that can be kept, each with its pseudonym; empty if secrets were recognised. */
  replaced: readonly ReplacedValue[];
  bytes: number;
  name: string;
}

/** A file to write. */
export interface FileSource<Progress> {
  name: string;
  /** The media type. */
  type: string;
  /** The progress that is shown before the first report. */
  begin: Progress;
  /**
   * Returns the pieces of the file; at the end, the number of items and the receipt. The signal
   * aborts when the user cancels or starts another export.
   */
  openPieces(
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): FilePieces | Promise<FilePieces>;
  toFailure(error: unknown): Failure;
}

type FilePieces = AsyncGenerator<string, FileSummary, void> | Generator<string, FileSummary, void>;

export interface FileSummary {
  written: number;
  receipt: RedactionReceipt;
  replaced?: readonly ReplacedValue[];
}

/** Writes a redacted file, shows its preview, and saves it only when the user asks for it. */
export interface FileExport<Progress> {
  readonly state: ReadonlySignal<FileExportState<Progress>>;
  /** Writes the file in memory; only `save` stores it on the device. */
  write(source: FileSource<Progress>): Promise<void>;
  cancel(): void;
  save(): void;
  /** Discards the file. */
  reset(): void;
}

/** Creates the writer of the exports of one form. */
export function createFileExport<Progress>(port: FileExportPort): FileExport<Progress> {
  const state = signal<FileExportState<Progress>>({ kind: "idle" });
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
    reset,

    async write(source) {
      const before = state.peek();
      const last =
        before.kind === "ready" ? before : before.kind === "writing" ? before.last : undefined;
      reset();
      const own = new AbortController();
      running = own;
      const growing = port.createFile(source.type);
      file = growing;
      const report = (progress: Progress) => {
        state.value = { kind: "writing", progress, ...(last === undefined ? {} : { last }) };
      };
      report(source.begin);
      try {
        const pieces = await source.openPieces(own.signal, (progress) => {
          if (!own.signal.aborted) report(progress);
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
        const { written, receipt, replaced = [] } = piece.value;
        state.value = {
          kind: "ready",
          written,
          receipt,
          preview: preview.read(receipt),
          replaced,
          bytes: growing.size(),
          name: source.name,
        };
      } catch (error) {
        growing.drop();
        if (!own.signal.aborted) {
          state.value = { kind: "failed", failure: source.toFailure(error) };
        }
      }
    },
    cancel() {
      if (state.peek().kind !== "writing") return;
      reset();
      state.value = { kind: "cancelled" };
    },
    save() {
      const ready = state.peek();
      if (ready.kind !== "ready") return;
      file?.save(ready.name);
      state.value = { kind: "saved", written: ready.written, name: ready.name };
    },
  };
}
