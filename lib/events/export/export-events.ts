import type { EventLog, StoredEvent } from "../log/event-log.ts";
import type { LogMark, RetainedMark } from "../log/log-mark.ts";
import type { RedactionReceipt, Redactor } from "./redact-event.ts";

export type ExportFormat = "ndjson" | "json";

export interface ExportProgress {
  /** Events looked at so far, of how many. */
  readonly done: number;
  readonly total: number;
  /** Events written so far. */
  readonly written: number;
}

export interface ExportOptions {
  readonly log: EventLog;
  readonly tenantId: string;
  readonly format: ExportFormat;
  /** A fresh one for each export: `createRedactor()`. */
  readonly redactor: Redactor;
  /** Whether to write an event, by its sequence; default: all of them. */
  readonly isIncluded?: (sequence: number) => boolean;
  /** Asked between pieces; the export then ends with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
}

/** What an export came to, the same as in its last lines. */
export interface ExportResult {
  readonly written: number;
  readonly redaction: RedactionReceipt;
}

/** So many events are made into text within a frame; after each such piece a page can draw. */
const PIECE = 100;

/**
 * Write a tenant's log, oldest first, in pieces of text: put together they are the file. Each
 * event goes with the marks that stand behind it, so that a gap is in the export too; positions
 * are left out. What arrives during the export is not in it.
 *
 * - `ndjson`: lines with one key each, `{"event":…}`, `{"mark":…}`, and `{"receipt":…}` as the last.
 * - `json`: one object with `tenant`, `entries` (the same objects) and `receipt`.
 *
 * @throws the signal's reason when it aborts; {EventLogError}
 */
export async function* exportEvents(
  options: ExportOptions,
): AsyncGenerator<string, ExportResult, void> {
  const { log, tenantId, format, redactor, signal, onProgress, isIncluded = () => true } = options;
  signal?.throwIfAborted();
  const { count, firstSequence, lastSequence, retained } = await log.summary(tenantId);
  const marks = (await log.marks(tenantId)).filter((mark) => mark.afterSequence <= lastSequence);
  const separator = format === "json" ? ",\n" : "\n";
  let placed = 0;
  let written = 0;
  let isFirst = true;

  const write = (entry: unknown): string => {
    const before = isFirst ? "" : separator;
    isFirst = false;
    return before + JSON.stringify(redactor.redact(entry));
  };
  const writeMarksUpTo = (sequence: number): string => {
    let text = "";
    for (let mark = marks[placed]; mark !== undefined; mark = marks[placed]) {
      if (mark.afterSequence > sequence) break;
      text += write({ mark: writeMark(mark) });
      placed += 1;
    }
    return text;
  };

  if (format === "json") yield `{"tenant":${JSON.stringify(tenantId)},"entries":[\n`;
  if (retained !== undefined) yield write({ mark: writeMark(retained) });
  for await (const events of log.chunks(tenantId, { size: PIECE })) {
    signal?.throwIfAborted();
    let text = "";
    let last = firstSequence - 1;
    for (const event of events) {
      text += writeMarksUpTo(event.sequence - 1);
      last = event.sequence;
      if (!isIncluded(event.sequence)) continue;
      text += write({ event: writeEvent(event) });
      written += 1;
    }
    if (text !== "") yield text;
    onProgress?.({ done: last - firstSequence + 1, total: count, written });
  }
  const rest = writeMarksUpTo(Infinity);
  if (rest !== "") yield rest;
  const result: ExportResult = { written, redaction: redactor.receipt() };
  yield format === "json"
    ? `\n],"receipt":${JSON.stringify(result)}}\n`
    : `${isFirst ? "" : "\n"}${JSON.stringify({ receipt: result })}\n`;
  return result;
}

/** The event as it arrived, and what the log says of it. */
function writeEvent({
  sequence,
  storedAt,
  type,
  envelope,
  problems,
  damage,
}: StoredEvent): unknown {
  return {
    sequence,
    ...(damage?.includes("storedAt") === true ? {} : { arrived: new Date(storedAt).toISOString() }),
    ...(problems.length === 0 ? {} : { problems }),
    type,
    envelope,
  };
}

function writeMark(mark: LogMark | RetainedMark): unknown {
  if (mark.kind === "retained") {
    const [from, to, at] = [mark.from, mark.to, mark.at].map((time) =>
      new Date(time).toISOString(),
    );
    return { ...mark, from, to, at };
  }
  const placed = { ...mark, at: new Date(mark.at).toISOString() };
  if (placed.kind === "unreadable") {
    const { code, ...rest } = placed;
    // Not named `code`, which the redactor would take for an authorization code.
    return { ...rest, problem: code };
  }
  // A cursor is a key to the stream's past: it leaves in no export.
  return placed.kind === "resumed" && placed.chosen === "cursor"
    ? { ...placed, point: "" }
    : placed;
}
