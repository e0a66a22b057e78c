import { computed, createModel, signal } from "@preact/signals";
import type { Exchange } from "../../trace/exchange.ts";
import { readTraceFile } from "../../trace/file/read-trace-file.ts";
import type { ChosenFile } from "../read-chosen-file.ts";
import type { Sample } from "./samples.ts";

export interface TraceImportPort {
  /** Adds the requests of a file to the list. */
  add(exchanges: readonly Exchange[]): void;
  /** Reads the file of a sample, which the package contains. */
  readSample(name: string): Promise<string>;
  /** Lets the page draw between two pieces. */
  yieldToEventLoop(): Promise<void>;
}

export type TraceImportState =
  | { kind: "idle" }
  | { kind: "reading"; name: string }
  | { kind: "done"; name: string; requests: number; skipped: number; withoutBody: number }
  | { kind: "failed"; name: string; message: string }
  | { kind: "cancelled" };

/** In bytes, as the limit of a file's text. */
const maxFileSize = 100 * 1024 * 1024;

const tooLarge = "The file is larger than 100 MB. Record a shorter capture, or remove entries.";
const gone = "Could not read the file. Check that it still exists, then choose it again.";
const sampleGone =
  "Could not read the sample. If the extension was updated, close DevTools and open it again.";

/** Imports a file into the list of requests. The newest choice replaces an import under way. */
export const TraceImportModel = createModel((port: TraceImportPort) => {
  const state = signal<TraceImportState>({ kind: "idle" });
  let running: AbortController | undefined;

  const stop = () => {
    running?.abort();
    running = undefined;
  };

  async function read(
    name: string,
    open: () => Promise<{ ok: true; text: string } | { ok: false; message: string }>,
  ): Promise<void> {
    stop();
    const own = new AbortController();
    running = own;
    const end = (next: TraceImportState) => {
      if (!own.signal.aborted) state.value = next;
    };
    state.value = { kind: "reading", name };
    const opened = await open();
    const content = opened.ok
      ? await readTraceFile(opened.text, () => port.yieldToEventLoop(), own.signal)
      : opened;
    if (own.signal.aborted) return;
    if (!content.ok) {
      end({ kind: "failed", name, message: content.message });
      return;
    }
    const { exchanges, skipped, withoutBody } = content;
    port.add(exchanges);
    end({ kind: "done", name, requests: exchanges.length, skipped, withoutBody });
  }

  return {
    state: computed(() => state.value),

    async read(file: ChosenFile): Promise<void> {
      await read(file.name, async () => {
        if (file.size > maxFileSize) return { ok: false, message: tooLarge };
        return await file.text().then(
          (text) => ({ ok: true, text }),
          () => ({ ok: false, message: gone }),
        );
      });
    },
    /** Adds the requests of a sample, as those of a file. */
    async openSample({ name }: Sample): Promise<void> {
      await read(`${name}.har`, async () =>
        port.readSample(name).then(
          (text) => ({ ok: true, text }),
          () => ({ ok: false, message: sampleGone }),
        ),
      );
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
