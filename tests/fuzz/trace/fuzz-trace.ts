import { exportTrace, type TraceFormat } from "../../../lib/trace/file/export-trace.ts";
import { readTraceFile } from "../../../lib/trace/file/read-trace-file.ts";
import { readTrace, type Trace } from "../../../lib/trace/read-trace.ts";
import { createChoices } from "../choices.ts";
import { createPace } from "../measure-pace.ts";
import { marker } from "../tokens/token-inputs.ts";
import { measureHeap, watchRuntime } from "../watch-runtime.ts";
import { makeFile, writeOrdinaryFile } from "./captures.ts";

/** What became of one file. */
export interface FileOutcome {
  /** The message of a file that was refused. */
  refusal?: string;
  trace?: Trace;
  /** The exports by format, of a file with flows. */
  exports: Partial<Record<TraceFormat, string>>;
}

export interface TraceFuzzOptions {
  seed: number;
  inputs: number;
  /** Measures the time for each input. Default: the processor time of this process. */
  now?: () => number;
  /** Changes an outcome, for tests of the fuzzer. Default: no change. */
  alter?: (outcome: FileOutcome) => FileOutcome;
}

export interface TraceFuzzReport {
  inputs: number;
  /** The files that were read as a HAR. */
  read: number;
  /** The flows of all files by kind and verdict. */
  kinds: Record<string, number>;
  problems: string[];
  requests: number;
  /** The largest quotient of the time for a file and for an ordinary one of that length. */
  worstPace: number;
  slowest: string;
  /** The heap at the end, as a multiple of the heap after the first fifth. */
  heapGrowth: number;
}

const formats = ["har", "json", "markdown"] as const;
const noPause = () => Promise.resolve();
const never = new AbortController().signal;

/** Imports a file, judges it, and exports all of its flows in each format. */
async function openFile(text: string): Promise<FileOutcome> {
  const file = await readTraceFile(text, noPause, never);
  if (!file.ok) return { refusal: file.message, exports: {} };
  const trace = await readTrace(file.exchanges);
  const exports = trace.flows.length === 0 ? {} : writeExports(trace);
  return { trace, exports };
}

function writeExports({ flows }: Trace): FileOutcome["exports"] {
  const written: FileOutcome["exports"] = {};
  for (const format of formats) {
    const pieces = exportTrace({
      flows,
      shared: flows[0]?.prepared.context.shared ?? [],
      format,
      facts: { extension: "0.1.0", browser: "Chrome 156", exportedAt: "2026-11-23T09:00:00Z" },
      signal: never,
      onProgress: () => undefined,
    });
    written[format] = [...pieces].join("");
  }
  return written;
}

/** Lists what is wrong with an outcome. */
function judgeFile({ refusal, trace, exports }: FileOutcome): string[] {
  const { har, json, markdown } = exports;
  const prose = markdown?.replaceAll(/(`+)[^\n]*?\1/gu, "") ?? "";
  return [
    ...(refusal === undefined || /^The file .+\.$/u.test(refusal)
      ? []
      : ["refused without reason"]),
    ...(refusal?.includes(marker) === true ? ["quotes the file in its refusal"] : []),
    ...(trace?.flows.some(({ flow }) => flow.messages.length === 0) === true ? ["empty flow"] : []),
    ...(har !== undefined && !isJson(har) ? ["HAR that is no JSON"] : []),
    ...(json !== undefined && !isJson(json) ? ["JSON that is no JSON"] : []),
    ...(/(?<!\\)<[a-z/!]/iu.test(prose) ? ["markup in Markdown"] : []),
  ];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Opens generated files as the Trace tab does. The same seed gives the same files. */
export async function fuzzTrace(options: TraceFuzzOptions): Promise<TraceFuzzReport> {
  const { seed, inputs, alter = (outcome) => outcome } = options;
  const choices = createChoices(seed);
  const pace = await createPace(openFile, writeOrdinaryFile, options.now);
  const guard = watchRuntime();
  const kinds: Record<string, number> = {};
  const problems: string[] = [];
  let read = 0;
  let heapAfterStart = Number.NaN;
  try {
    for (let count = 0; count < inputs; count += 1) {
      const text = makeFile(choices);
      try {
        const outcome = alter(await pace.time(text));
        if (outcome.trace !== undefined) read += 1;
        for (const { flow, verdict } of outcome.trace?.flows ?? []) {
          const kind = `${flow.kind}, ${verdict.state}`;
          kinds[kind] = (kinds[kind] ?? 0) + 1;
        }
        for (const problem of judgeFile(outcome)) problems.push(`${quote(text)}: ${problem}`);
      } catch (failure) {
        problems.push(`input ${count} throws ${String(failure)}: ${quote(text)}`);
      }
      // Uncaught errors are reported between two turns of the event loop.
      if (count % 64 === 0) await new Promise((resolve) => void setImmediate(resolve));
      if (count === Math.floor(inputs / 5)) heapAfterStart = measureHeap();
    }
    await new Promise((resolve) => void setImmediate(resolve));
  } finally {
    guard.end();
  }
  const { multiple, text } = pace.worst();
  return {
    inputs,
    read,
    kinds,
    problems: [...problems, ...guard.failures],
    requests: guard.countRequests(),
    worstPace: multiple,
    slowest: quote(text),
    heapGrowth: measureHeap() / heapAfterStart,
  };
}

/** The limit of the time for a file, as a multiple of an ordinary file of the same length. */
const maxPace = 25;
const maxHeapGrowth = 1.5;

/** Lists why a run of the fuzzer failed; empty for a good run. */
export function listTraceFailures(report: TraceFuzzReport): string[] {
  const { inputs, read, problems, requests, worstPace, slowest, heapGrowth } = report;
  return [
    ...problems,
    ...(requests === 0 ? [] : [`${requests} requests`]),
    ...(read / inputs >= 0.5 ? [] : [`only ${read} of ${inputs} files are a HAR`]),
    ...(worstPace <= maxPace ? [] : [`${slowest} takes ${worstPace} times as long as a login`]),
    ...(heapGrowth <= maxHeapGrowth ? [] : [`the heap grew to ${heapGrowth} times its size`]),
  ];
}

function quote(text: string): string {
  return JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}… (${text.length})` : text);
}
