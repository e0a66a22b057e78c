import { batch, createModel, signal } from "@preact/signals";
import {
  exportTrace,
  type TraceExportProgress,
  type TraceFormat,
} from "../../trace/file/export-trace.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";
import { toFailure } from "../failure.ts";
import { createFileExport, type FileExportPort, type FileSummary } from "../file-export.ts";
import { readOnly } from "../read-only.ts";

export interface TraceExportPort extends FileExportPort {
  /** Unix time in ms. */
  now(): number;
  /** The version of the extension. */
  extension: string;
  /** The name and the version of the browser. */
  browser: string;
}

const files: Record<TraceFormat, { type: string; ending: string }> = {
  har: { type: "application/json", ending: "har" },
  json: { type: "application/json", ending: "json" },
  markdown: { type: "text/markdown", ending: "md" },
};

/** Exports the listed flows into a file without secrets. */
export const TraceExportModel = createModel((port: TraceExportPort) => {
  const writer = createFileExport<TraceExportProgress>(port);
  const format = signal<TraceFormat>("har");
  let written: readonly JudgedFlow[] = [];

  function* writePieces(
    flows: readonly JudgedFlow[],
    chosen: TraceFormat,
    kept: ReadonlySet<string>,
    aborted: AbortSignal,
    onProgress: (progress: TraceExportProgress) => void,
  ): Generator<string, FileSummary, void> {
    const result = yield* exportTrace({
      flows,
      shared: flows[0]?.prepared.context.shared ?? [],
      format: chosen,
      facts: {
        extension: port.extension,
        browser: port.browser,
        exportedAt: new Date(port.now()).toISOString(),
      },
      keptByHand: kept,
      signal: aborted,
      onProgress,
    });
    return { written: result.flows, receipt: result.receipt, replaced: result.replaced };
  }

  return {
    state: writer.state,
    format: readOnly(format),

    setFormat(chosen: TraceFormat): void {
      batch(() => {
        writer.reset();
        format.value = chosen;
      });
    },
    keptByHand: writer.keptByHand,
    setKept: (value: string, isKept: boolean) => writer.setKept(value, isKept),
    /** Writes exactly these flows in memory; only `save` stores the file on the device. */
    async write(flows: readonly JudgedFlow[]): Promise<void> {
      written = flows;
      const chosen = format.peek();
      const { type, ending } = files[chosen];
      const time = new Date(port.now()).toISOString().replaceAll(/[-:]|\.\d+/g, "");
      await writer.write({
        name: `logins-${time}.${ending}`,
        type,
        begin: { done: 0, total: 0 },
        openPieces: (aborted, onProgress, kept) =>
          writePieces(flows, chosen, kept, aborted, onProgress),
        toFailure,
      });
    },
    /** Returns the Markdown of one flow for an issue, without secrets and claims. */
    async writeReport(flow: JudgedFlow): Promise<string> {
      const { signal: never } = new AbortController();
      let text = "";
      for (const piece of writePieces([flow], "markdown", new Set(), never, () => undefined)) {
        text += piece;
        await port.yieldToEventLoop();
      }
      return text;
    },
    /** Discards a file with a flow that is no longer listed: the user does not want to share it. */
    keepWithin(listed: readonly JudgedFlow[]): void {
      const { kind } = writer.state.peek();
      if (kind !== "ready" && kind !== "writing") return;
      const ids = new Set(listed.map(({ flow }) => flow.id));
      if (written.some(({ flow }) => !ids.has(flow.id))) writer.reset();
    },
    cancel: () => writer.cancel(),
    save: () => writer.save(),
    /** Discards the file, and the values that the user keeps. */
    close: () => writer.close(),
  };
});
