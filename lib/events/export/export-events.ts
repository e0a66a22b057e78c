import type { EventLog, StoredEvent } from "../log/event-log.ts";
import type { LogMark, RetainedMark } from "../log/log-mark.ts";

export type ExportFormat = "ndjson" | "json";

/** Removes the secrets from the entries of one export. */
export interface EntryRedactor<Receipt> {
  /** Collects the secrets of an entry, so that `redact` finds them in every other entry too. */
  collect(entry: unknown): void;
  redact(entry: unknown): unknown;
  receipt(): Receipt;
}

export interface ExportProgress {
  /** The export searches all entries for secrets before it writes the first one. */
  readonly step: "search" | "write";
  /** The number of events that this step has processed. */
  readonly done: number;
  readonly total: number;
  /** The number of events that were written. */
  readonly written: number;
}

export interface ExportOptions<Receipt> {
  readonly log: EventLog;
  readonly tenantId: string;
  readonly format: ExportFormat;
  /** A new redactor: its secrets belong to one export. */
  readonly redactor: EntryRedactor<Receipt>;
  /** Returns true for the sequence of an event to write. Default: every event. */
  readonly isIncluded?: (sequence: number) => boolean;
  /** Checked between pieces; the export rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
}

/** The result of an export. The last line of the file contains it too. */
export interface ExportResult<Receipt> {
  readonly written: number;
  readonly redaction: Receipt;
}

/** The number of events in a piece: few enough for one frame. The page can draw after a piece. */
const pieceSize = 100;

interface Piece {
  readonly entries: readonly unknown[];
  /** The number of events that were read up to the end of the piece. */
  readonly done: number;
  /** The number of entries that are events. */
  readonly events: number;
}

/**
 * Yields a tenant's log as pieces of text, oldest event first. The joined pieces are the file. The
 * log is read twice. The first pass collects the secrets: a field name in one entry can identify a
 * secret that another entry has without a name. Marks follow their events, so the file shows gaps.
 * The file contains no stream position, and no event that arrives during the export.
 *
 * - `ndjson`: lines with one key, `{"event":…}` or `{"mark":…}`, and `{"receipt":…}` at the end.
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
    for (const entry of entries) redactor.collect(entry);
    if (done > 0) onProgress?.({ step: "search", done, total, written: 0 });
    // An empty piece gives the page an opportunity to draw.
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
  for await (const events of log.chunks(tenantId, { size: pieceSize })) {
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

/** Returns the event as it arrived, with the log's data about it. */
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
    // The redactor would treat a field named `code` as an authorization code.
    return { ...rest, problem: code };
  }
  // A cursor gives access to past events of the stream, so no export contains one.
  return placed.kind === "resumed" && placed.chosen === "cursor"
    ? { ...placed, point: "" }
    : placed;
}
