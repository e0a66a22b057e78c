import { createModel, signal } from "@preact/signals";
import type { Exchange } from "../../trace/exchange.ts";
import { readTraceFile, type FileVerdict } from "../../trace/file/read-trace-file.ts";
import type { ChosenFile } from "../read-chosen-file.ts";
import type { Sample } from "./samples.ts";
import { readOnly } from "../read-only.ts";

export interface TraceImportPort {
  /** Adds the requests of a file to the list; returns how many of them it did not have. */
  add(exchanges: readonly Exchange[]): number;
  /** Reads the file of a sample, which the package contains. */
  readSample(name: string): Promise<string>;
  /** Lets the page draw between two pieces. */
  yieldToEventLoop(): Promise<void>;
}

export type TraceImportState =
  | { kind: "idle" }
  | { kind: "reading"; name: string }
  | ({ kind: "done"; name: string } & ImportCounts)
  /** Of several files, the first one that cannot be read; those of the others are added. */
  | { kind: "failed"; name: string; message: string; requests: number }
  | { kind: "cancelled" };

interface ImportCounts {
  /** The number of requests that were added. */
  requests: number;
  /** The number of requests that the list had before. */
  known: number;
  skipped: number;
  withoutBody: number;
  /** True if secrets were removed from a file. */
  isRedacted: boolean;
  /** The verdicts that the files contain, from before their export. */
  verdicts: readonly FileVerdict[];
}

/** A file to read: its name, and its text or the problem with the remedy. */
interface Source {
  name: string;
  open: () => Promise<{ ok: true; text: string } | { ok: false; message: string }>;
}

/** In bytes, as the limit of a file's text. */
const maxFileSize = 100 * 1024 * 1024;

const tooLarge = "The file is larger than 100 MB. Record a shorter capture, or remove entries.";
const gone = "Could not read the file. Check that it still exists, then choose it again.";
const sampleGone =
  "Could not read the sample. If the extension was updated, close DevTools and open it again.";

/** Imports files into the list of requests. The newest choice replaces a pending import. */
export const TraceImportModel = createModel((port: TraceImportPort) => {
  const state = signal<TraceImportState>({ kind: "idle" });
  let running: AbortController | undefined;

  const stop = () => {
    running?.abort();
    running = undefined;
  };

  async function read(sources: readonly Source[]): Promise<void> {
    stop();
    const { signal: aborted } = (running = new AbortController());
    const counts: ImportCounts = {
      requests: 0,
      known: 0,
      skipped: 0,
      withoutBody: 0,
      isRedacted: false,
      verdicts: [],
    };
    const contents: (readonly Exchange[])[] = [];
    let failed: { name: string; message: string } | undefined;
    for (const { name, open } of sources) {
      state.value = { kind: "reading", name };
      const opened = await open();
      const content = opened.ok
        ? await readTraceFile(opened.text, () => port.yieldToEventLoop(), aborted)
        : opened;
      if (aborted.aborted) return;
      if (!content.ok) {
        failed ??= { name, message: content.message };
        continue;
      }
      contents.push(content.exchanges);
      counts.skipped += content.skipped;
      counts.withoutBody += content.withoutBody;
      counts.isRedacted ||= content.isRedacted;
      counts.verdicts = [...counts.verdicts, ...content.verdicts];
    }
    // Not before all files are read: a cancelled import adds nothing.
    for (const exchanges of contents) {
      const added = port.add(exchanges);
      counts.requests += added;
      counts.known += exchanges.length - added;
    }
    const [first] = sources;
    const name = sources.length === 1 && first ? first.name : `${sources.length} files`;
    state.value =
      failed === undefined
        ? { kind: "done", name, ...counts }
        : { kind: "failed", ...failed, requests: counts.requests };
  }

  return {
    state: readOnly(state),

    async read(...files: readonly ChosenFile[]): Promise<void> {
      const sources = files.map((file): Source => ({
        name: file.name,
        open: async () => {
          if (file.size > maxFileSize) return { ok: false, message: tooLarge };
          return await file.text().then(
            (text) => ({ ok: true, text }),
            () => ({ ok: false, message: gone }),
          );
        },
      }));
      await read(sources);
    },
    /** Adds the requests of a sample, as those of a file. */
    async openSample({ name }: Sample): Promise<void> {
      const open: Source["open"] = async () =>
        port.readSample(name).then(
          (text) => ({ ok: true, text }),
          () => ({ ok: false, message: sampleGone }),
        );
      await read([{ name: `${name}.har`, open }]);
    },
    cancel(): void {
      if (state.peek().kind !== "reading") return;
      stop();
      state.value = { kind: "cancelled" };
    },
    /** Removes the message of the last import. */
    close(): void {
      stop();
      state.value = { kind: "idle" };
    },
  };
});
