import { computed, createModel, signal } from "@preact/signals";
import type { Exchange } from "../../trace/exchange.ts";
import { readTraceFile } from "../../trace/file/read-trace-file.ts";
import type { ChosenFile } from "../read-chosen-file.ts";

export interface TraceImportPort {
  /** Adds the requests of a file to the list. */
  add(exchanges: readonly Exchange[]): void;
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

/** Imports a file into the list of requests. The newest choice replaces an import under way. */
export const TraceImportModel = createModel((port: TraceImportPort) => {
  const state = signal<TraceImportState>({ kind: "idle" });
  let running: AbortController | undefined;

  const stop = () => {
    running?.abort();
    running = undefined;
  };

  return {
    state: computed(() => state.value),

    async read(file: ChosenFile): Promise<void> {
      stop();
      const own = new AbortController();
      running = own;
      const { name } = file;
      const end = (next: TraceImportState) => {
        if (!own.signal.aborted) state.value = next;
      };
      state.value = { kind: "reading", name };
      if (file.size > maxFileSize) {
        end({
          kind: "failed",
          name,
          message: "The file is larger than 100 MB. Record a shorter capture, or remove entries.",
        });
        return;
      }
      let text: string;
      try {
        text = await file.text();
      } catch {
        end({
          kind: "failed",
          name,
          message: "Could not read the file. Check that it still exists, then choose it again.",
        });
        return;
      }
      const content = await readTraceFile(text, () => port.yieldToEventLoop(), own.signal);
      if (own.signal.aborted) return;
      if (!content.ok) {
        end({ kind: "failed", name, message: content.message });
        return;
      }
      const { exchanges, skipped, withoutBody } = content;
      port.add(exchanges);
      end({ kind: "done", name, requests: exchanges.length, skipped, withoutBody });
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
