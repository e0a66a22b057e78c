import type { EventLog, StoredEvent } from "../log/event-log.ts";
import type { LogMark, RetainedMark } from "../log/log-mark.ts";

export type ExportFormat = "ndjson" | "json";

/** Takes the secrets out of one export's entries. */
export interface EntryRedactor<Receipt> {
  /** Notes an entry's secrets, so that `redact` finds them in every other entry too. */
  meet(entry: unknown): void;
  redact(entry: unknown): unknown;
  receipt(): Receipt;
}

export interface ExportProgress {
  /** Every entry is searched for secrets first; only then is anything written. */
  readonly step: "search" | "write";
  /** Events looked at so far in this step, of how many. */
  readonly done: number;
  readonly total: number;
  /** Events written so far. */
  readonly written: number;
}

export interface ExportOptions<Receipt> {
  readonly log: EventLog;
  readonly tenantId: string;
  readonly format: ExportFormat;
  /** A fresh one for each export. */
  readonly redactor: EntryRedactor<Receipt>;
  /** Returns true for the sequence of an event to write; default: every event. */
  readonly isIncluded?: (sequence: number) => boolean;
  /** Asked between pieces; the export then ends with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
}

/** What an export came to, the same as in its last lines. */
export interface ExportResult<Receipt> {
  readonly written: number;
  readonly redaction: Receipt;
}

/** So many events are made into text within a frame; after each such piece a page can draw. */
const PIECE = 100;

/** One piece of the log: its lines, and the count of events read up to its end. */
interface Piece {
  readonly entries: readonly unknown[];
  readonly done: number;
  /** How many of the entries are events. */
  readonly events: number;
}

/**
 * Writes a tenant's log, oldest first, in pieces of text: put together they are the file. The log is read twice: a secret
 * that has a name in one entry is then known in all of them. Each event goes with the marks that stand behind
 * it, so that a gap is in the export too; positions are left out. What arrives during the export is not in it.
 *
 * - `ndjson`: lines with one key each, `{"event":…}`, `{"mark":…}`, and `{"receipt":…}` as the last.
 * - `json`: one object with `tenant`, `entries` (the same objects) and `receipt`.
 *
 * @throws the signal's reason when it aborts; {EventLogError}
 */
export async function* exportEvents<Receipt>(
  options: ExportOptions<Receipt>,
): AsyncGenerator<string, ExportResult<Receipt>, void> {
  const { log, tenantId, format, redactor, signal, onProgress } = options;
  signal?.throwIfAborted();
  const summary = await log.summary(tenantId);
  const { count: total, lastSequence } = summary;
  const placed = (await log.marks(tenantId)).filter((mark) => mark.afterSequence <= lastSequence);
  const separator = format === "json" ? ",\n" : "\n";
  let written = 0;
  let isFirst = true;

  for await (const { entries, done } of readPieces(options, summary, placed)) {
    for (const entry of entries) redactor.meet(entry);
    if (done > 0) onProgress?.({ step: "search", done, total, written: 0 });
    // Nothing to write yet, but the page draws between two pieces.
    yield "";
  }
  if (format === "json") yield `{"tenant":${JSON.stringify(tenantId)},"entries":[\n`;
  for await (const { entries, done, events } of readPieces(options, summary, placed)) {
    let text = "";
    for (const entry of entries) {
      text += (isFirst ? "" : separator) + JSON.stringify(redactor.redact(entry));
      isFirst = false;
    }
    if (text !== "") yield text;
    written += events;
    if (done > 0) onProgress?.({ step: "write", done, total, written });
  }
  const result: ExportResult<Receipt> = { written, redaction: redactor.receipt() };
  yield format === "json"
    ? `\n],"receipt":${JSON.stringify(result)}}\n`
    : `${isFirst ? "" : "\n"}${JSON.stringify({ receipt: result })}\n`;
  return result;
}

async function* readPieces(
  { log, tenantId, signal, isIncluded = () => true }: ExportOptions<unknown>,
  { firstSequence, lastSequence, retained }: Awaited<ReturnType<EventLog["summary"]>>,
  marks: readonly LogMark[],
): AsyncGenerator<Piece, void, void> {
  let placed = 0;
  const takeMarksUpTo = (sequence: number): unknown[] => {
    const taken: unknown[] = [];
    for (let mark = marks[placed]; mark !== undefined; mark = marks[placed]) {
      if (mark.afterSequence > sequence) break;
      taken.push({ mark: serializeMark(mark) });
      placed += 1;
    }
    return taken;
  };

  if (retained !== undefined)
    yield { entries: [{ mark: serializeMark(retained) }], done: 0, events: 0 };
  for await (const events of log.chunks(tenantId, { size: PIECE })) {
    signal?.throwIfAborted();
    const entries: unknown[] = [];
    let last = firstSequence - 1;
    let count = 0;
    for (const event of events) {
      if (event.sequence > lastSequence) break;
      entries.push(...takeMarksUpTo(event.sequence - 1));
      last = event.sequence;
      if (!isIncluded(event.sequence)) continue;
      entries.push({ event: serializeEvent(event) });
      count += 1;
    }
    yield { entries, done: last - firstSequence + 1, events: count };
  }
  yield { entries: takeMarksUpTo(Infinity), done: 0, events: 0 };
}

/** The event as it arrived, and what the log says of it. */
function serializeEvent({
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

function serializeMark(mark: LogMark | RetainedMark): unknown {
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
