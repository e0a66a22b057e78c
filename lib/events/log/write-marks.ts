import { ignoreRejection, type LogTransaction } from "./log-transaction.ts";
import { logMarkSchema, type LogMark, type NewLogMark } from "./log-mark.ts";
import type { TenantRow } from "./tenant-row.ts";

/** The maximum number of marks of a tenant. Gaps are deleted only after all other marks. */
const maxMarks = 1_000;

/**
 * Writes marks after the newest event. Unreadable frames of one kind, without an event between
 * them, become one mark with a count. Otherwise many of them would displace the gaps. Marks before
 * the oldest event are deleted.
 *
 * @param row the tenant's row after this transaction
 */
export async function writeMarks(
  tx: LogTransaction,
  row: TenantRow,
  marks: readonly NewLogMark[],
  at: number,
): Promise<LogMark[]> {
  if (marks.length === 0) return [];
  const store = tx.objectStore("marks");
  const known = await readMarks(tx, row.tenantId);
  const written: LogMark[] = [];
  for (const mark of marks) {
    const placed: LogMark = { ...mark, at, afterSequence: row.lastSequence };
    const last = known.at(-1);
    const counted = mergeUnreadable(last?.mark, placed);
    if (last !== undefined && counted !== undefined) {
      known[known.length - 1] = { key: last.key, mark: counted };
      ignoreRejection(store.put({ ...counted, tenantId: row.tenantId }, last.key));
      written.push(counted);
    } else {
      const key = await store.add({ ...placed, tenantId: row.tenantId });
      known.push({ key, mark: placed });
      written.push(placed);
    }
  }
  for (const key of findSurplus(known, row)) ignoreRejection(store.delete(key));
  return written;
}

/** Extends the newest gap: until a cursor arrives, further losses belong to it. */
export async function extendGap(
  tx: LogTransaction,
  tenantId: string,
  until: string,
): Promise<LogMark[]> {
  const known = (await readMarks(tx, tenantId)).findLast(({ mark }) => mark?.kind === "gap");
  if (known?.mark?.kind !== "gap") return [];
  const mark = { ...known.mark, to: until };
  ignoreRejection(tx.objectStore("marks").put({ ...mark, tenantId }, known.key));
  return [mark];
}

interface KeptMark {
  readonly key: IDBValidKey;
  readonly mark: LogMark | undefined;
}

async function readMarks(tx: LogTransaction, tenantId: string): Promise<KeptMark[]> {
  const index = tx.objectStore("marks").index("byTenant");
  const keys = await index.getAllKeys(tenantId);
  const rows: unknown[] = await index.getAll(tenantId);
  return keys.map((key, place) => {
    const parsed = logMarkSchema.safeParse(rows[place]);
    return { key, mark: parsed.success ? parsed.data : undefined };
  });
}

/** Adds an unreadable frame to the last mark; returns undefined if the two do not match. */
function mergeUnreadable(known: LogMark | undefined, next: LogMark): LogMark | undefined {
  const isSame =
    known?.kind === "unreadable" &&
    next.kind === "unreadable" &&
    known.code === next.code &&
    known.afterSequence === next.afterSequence;
  return isSame ? { ...known, count: known.count + next.count, at: next.at } : undefined;
}

function findSurplus(marks: readonly KeptMark[], row: TenantRow): IDBValidKey[] {
  const isGone = ({ mark }: KeptMark): boolean =>
    mark === undefined || mark.afterSequence < row.firstSequence - 1;
  const kept = marks.filter((one) => !isGone(one));
  const gaps = kept.filter(({ mark }) => mark?.kind === "gap");
  const others = kept.filter(({ mark }) => mark?.kind !== "gap");
  const tooMany = Math.max(0, kept.length - maxMarks);
  return [...marks.filter(isGone), ...[...others, ...gaps].slice(0, tooMany)].map(({ key }) => key);
}
