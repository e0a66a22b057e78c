// A separate Node process for the bench. It creates schemas as in the extension, whose content
// security policy forbids code from text. It answers with milliseconds, or with bytes.
import "../../../lib/platform/schema-engine.ts";
import { measureHeap } from "../../fuzz/watch-runtime.ts";
import { createRedactor } from "../../../lib/redaction/create-redactor.ts";
import { exportTrace } from "../../../lib/trace/file/export-trace.ts";
import { readTraceFile } from "../../../lib/trace/file/read-trace-file.ts";
import { readTrace, type Trace } from "../../../lib/trace/read-trace.ts";
import { bigCapture, writeHar } from "./make-har.ts";

const never = new AbortController().signal;
const noPause = () => Promise.resolve();
/** Missing in a process that measures its heap: the file is no part of it. */
let file: string | undefined;

async function open(text: string): Promise<Trace> {
  const read = await readTraceFile(text, noPause, never);
  if (!read.ok) throw new Error(read.message);
  const trace = await readTrace(read.exchanges);
  const clean = trace.flows.filter(({ verdict }) => verdict.state === "clean").length;
  if (read.exchanges.length !== bigCapture.requests || clean !== bigCapture.logins)
    throw new Error(`Read ${read.exchanges.length} requests and ${clean} clean logins.`);
  return trace;
}

/** Milliseconds to open the file, to classify and join its requests, and to judge its logins. */
async function measureOpen(): Promise<number> {
  file ??= writeHar(bigCapture);
  const startedAt = performance.now();
  await open(file);
  return performance.now() - startedAt;
}

function measureParse(): number {
  file ??= writeHar(bigCapture);
  const startedAt = performance.now();
  JSON.parse(file);
  return performance.now() - startedAt;
}

let opened: Promise<Trace> | undefined;
const openOnce = () => (opened ??= open((file ??= writeHar(bigCapture))));

/** Milliseconds to export all logins with only harmless values. */
async function measureExport(): Promise<number> {
  const { flows } = await openOnce();
  const facts = { extension: "0.1.0", browser: "", exportedAt: "" };
  const startedAt = performance.now();
  let length = 0;
  const pieces = exportTrace({
    flows,
    shared: [],
    format: "har",
    facts,
    signal: never,
    onProgress: () => undefined,
  });
  for (const piece of pieces) length += piece.length;
  const ms = performance.now() - startedAt;
  if (length < bigCapture.requests * 500) throw new Error(`The export has ${length} characters.`);
  return ms;
}

/** Milliseconds to remove the secrets that are recognised, as of events, from the same requests. */
async function measureRecogniser(): Promise<number> {
  const { flows } = await openOnce();
  const exchanges = flows.flatMap(({ flow }) => flow.messages.map(({ exchange }) => exchange));
  const startedAt = performance.now();
  const redactor = createRedactor({ keepsClaims: false });
  for (const exchange of exchanges) redactor.collect(exchange);
  for (const exchange of exchanges) JSON.stringify(redactor.redact(exchange));
  return performance.now() - startedAt;
}

/** Bytes of the whole heap with the trace of the file, after a garbage collection. */
async function measureOpened(): Promise<number> {
  const trace = await open(writeHar(bigCapture));
  const bytes = measureHeap();
  // The trace must be alive until here.
  return trace.flows.length === 0 ? Number.NaN : bytes;
}

const measurements: Readonly<Record<string, () => number | Promise<number>>> = {
  open: measureOpen,
  parse: measureParse,
  export: measureExport,
  recognise: measureRecogniser,
  heap: measureOpened,
  size: () => Buffer.byteLength(writeHar(bigCapture)),
};

process.on("message", (name: unknown) => {
  const measure = measurements[String(name)];
  void (async () => measure?.())().then(
    (value) => process.send?.(value),
    (cause: unknown) => process.send?.(String(cause)),
  );
});
