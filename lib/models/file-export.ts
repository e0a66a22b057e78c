import { batch, signal, type ReadonlySignal } from "@preact/signals";
import type { RedactionReceipt } from "../redaction/create-redactor.ts";
import type { ReplacedValue } from "../redaction/kept/replaced-values.ts";
import { createPreviewCollector, type RedactionPreview } from "../redaction/redaction-preview.ts";
import type { Failure } from "./failure.ts";
import { readOnly } from "./read-only.ts";

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
   * Returns the pieces of the file, with the values that the user keeps; at the end, the number
   * of items and the receipt. The signal aborts when the user cancels or starts another export.
   */
  openPieces(
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
    keptByHand: ReadonlySet<string>,
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
  /** The values that the file keeps because the user chose them. */
  readonly keptByHand: ReadonlySignal<ReadonlySet<string>>;
  /** Keeps a value, or replaces it again, and writes the file again. */
  setKept(value: string, isKept: boolean): Promise<void>;
  /** Discards the file. */
  reset(): void;
  /** Discards the file, and the values that the user keeps. */
  close(): void;
}

/** Creates the writer of the exports of one form. */
export function createFileExport<Progress>(port: FileExportPort): FileExport<Progress> {
  const state = signal<FileExportState<Progress>>({ kind: "idle" });
  const keptByHand = signal<ReadonlySet<string>>(new Set());
  let source: FileSource<Progress> | undefined;
  let file: GrowingFile | undefined;
  let running: AbortController | undefined;

  const reset = () => {
    running?.abort();
    running = undefined;
    file?.drop();
    file = undefined;
    source = undefined;
    state.value = { kind: "idle" };
  };

  async function write(from: FileSource<Progress>): Promise<void> {
    const before = state.peek();
    const last =
      before.kind === "ready" ? before : before.kind === "writing" ? before.last : undefined;
    reset();
    source = from;
    const own = new AbortController();
    running = own;
    const growing = port.createFile(from.type);
    file = growing;
    const report = (progress: Progress) => {
      state.value = { kind: "writing", progress, ...(last === undefined ? {} : { last }) };
    };
    report(from.begin);
    try {
      const pieces = await from.openPieces(
        own.signal,
        (progress) => {
          if (!own.signal.aborted) report(progress);
        },
        keptByHand.peek(),
      );
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
        name: from.name,
      };
    } catch (error) {
      growing.drop();
      if (!own.signal.aborted) {
        state.value = { kind: "failed", failure: from.toFailure(error) };
      }
    }
  }

  return {
    state: readOnly(state),
    keptByHand: readOnly(keptByHand),
    reset,
    write,
    async setKept(value, isKept) {
      const chosen = new Set(keptByHand.peek());
      if (isKept) chosen.add(value);
      else chosen.delete(value);
      keptByHand.value = chosen;
      if (source !== undefined) await write(source);
    },
    close() {
      batch(() => {
        reset();
        keptByHand.value = new Set();
      });
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
