import * as z from "zod/mini";

import type { LogMark, NewLogMark, RetainedMark } from "./log-mark.ts";
import { tenantEventSchema, type TenantEvent } from "../payloads/tenant-event.ts";

/** An event in the log. `sequence` numbers the tenant's events from 1 by arrival, without holes. */
export const storedEventSchema = z.extend(tenantEventSchema, {
  tenantId: z.string(),
  sequence: z.number(),
  /** The time of arrival by this device's clock, in milliseconds since the epoch. */
  storedAt: z.number(),
  /** The key of the subject, from `identifySubject`; absent if the payload has none. */
  subjectKey: z.optional(z.string()),
  /** The names of unreadable fields, which hold placeholders; absent if the row is intact. */
  damage: z.optional(z.array(z.string())),
});
export type StoredEvent = z.infer<typeof storedEventSchema>;

/**
 * The position from which the stream resumes: after the cursor, or else at a time
 * (`YYYY-MM-DDTHH:MM:SSZ`), or else from now on.
 */
export interface StreamPosition {
  readonly cursor?: string | undefined;
  readonly resumeFrom?: string | undefined;
  /** True from a loss until the next cursor. The log marks the gap, and a new loss extends it. */
  readonly isGapMarked?: boolean | undefined;
}

/** The limits of a tenant's log. Over a limit, the oldest events are deleted. */
export interface Retention {
  /** Default 50,000. */
  readonly maxEvents: number;
  /** The age since arrival, in milliseconds. Default 30 days. */
  readonly maxAgeMs: number;
}

/** The data of one read of the stream, stored in one transaction. */
export interface LogBatch {
  /** The present time, in milliseconds since the epoch. */
  readonly at: number;
  readonly events?: readonly TenantEvent[];
  /** The new position; absent if the position does not change. */
  readonly position?: StreamPosition;
  readonly marks?: readonly NewLogMark[];
  /** The new end of the newest gap. */
  readonly gapUntil?: string | undefined;
  /** The start of the first subscription (`YYYY-MM-DDTHH:MM:SSZ`); later values are ignored. */
  readonly startedFrom?: string | undefined;
}

export interface AppendResult {
  /** The new events, with their sequences, in order of arrival. */
  readonly stored: readonly StoredEvent[];
  /** The number of events that were skipped because they were stored before. */
  readonly duplicates: number;
  /** The written marks. An extended gap, or a longer unreadable run, replaces its old mark. */
  readonly marks: readonly LogMark[];
  /** The number of old events that were deleted. */
  readonly dropped: number;
}

/** The figures of a tenant's log. They are in one row, however large the log is. */
export interface LogSummary {
  readonly count: number;
  /** The oldest stored sequence; `lastSequence` + 1 if the log is empty. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly unread: number;
  readonly position: StreamPosition;
  /** The start of the first subscription; the log has no older events. */
  readonly startedFrom: string | undefined;
  readonly retained: RetainedMark | undefined;
}

/** The searchable part of an event. `text` is in lower case. */
export interface EventText {
  readonly sequence: number;
  readonly type: string;
  readonly text: string;
}

/**
 * Stores the events of all tenants, the positions of their streams, and the last event that the
 * user viewed. The id of a tenant is its origin. All times are arrival times, in milliseconds since
 * the epoch.
 * Every method may reject with an `EventLogError`.
 */
export interface EventLog {
  /** Stores a batch in one transaction. Skips an event if its id is stored already. */
  append(tenantId: string, batch: LogBatch): Promise<AppendResult>;
  /** Applies changed limits now, and returns the number of deleted events. */
  trim(tenantId: string, at: number): Promise<number>;
  position(tenantId: string): Promise<StreamPosition>;
  summary(tenantId: string): Promise<LogSummary>;
  /** Reads the newest events, newest first, at most `limit`. */
  latest(tenantId: string, limit: number): Promise<readonly StoredEvent[]>;
  /** Reads the events after a sequence, oldest first, at most `limit` (default 1,000). */
  since(
    tenantId: string,
    sequence: number,
    options?: { limit?: number },
  ): Promise<readonly StoredEvent[]>;
  /**
   * Reads the events that arrived at `from` or later, and before `to`: oldest first, at most
   * `limit` (default 1,000).
   */
  arrived(
    tenantId: string,
    range: { from: number; to?: number; limit?: number },
  ): Promise<readonly StoredEvent[]>;
  /** Counts the arrivals in each minute of the last hour: 60 numbers, the oldest minute first. */
  countByMinute(tenantId: string, now: number): Promise<readonly number[]>;
  /** Reads an event by its id. */
  find(tenantId: string, id: string): Promise<StoredEvent | undefined>;
  /** Reads events by their sequences, in the given order. Omits deleted events. */
  pick(tenantId: string, sequences: readonly number[]): Promise<readonly StoredEvent[]>;
  /** Reads the previous event about the same user, group or organization. */
  previous(
    tenantId: string,
    event: Pick<StoredEvent, "sequence" | "subjectKey">,
  ): Promise<StoredEvent | undefined>;
  /** Yields the present events, oldest first, in chunks (default size 500) to bound memory. */
  chunks(
    tenantId: string,
    options?: { size?: number; after?: number },
  ): AsyncGenerator<readonly StoredEvent[], void, void>;
  /** Yields the searchable texts after a sequence, oldest first. Each piece loads in a frame. */
  texts(
    tenantId: string,
    options?: { after?: number },
  ): AsyncGenerator<readonly EventText[], void, void>;
  /** Reads the marks between the stored events, oldest first. */
  marks(tenantId: string): Promise<readonly LogMark[]>;
  /** Counts the events after the last viewed one. */
  unreadCount(tenantId: string): Promise<number>;
  /** Records that the user viewed all events up to the sequence `through` (default: the last). */
  markViewed(tenantId: string, through?: number): Promise<void>;
  /** Lists the tenants with stored data. */
  tenantIds(): Promise<readonly string[]>;
  /** Deletes all data of the tenant. */
  forget(tenantId: string): Promise<void>;
  close(): void;
}
