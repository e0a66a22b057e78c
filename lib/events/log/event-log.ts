import * as z from "zod/mini";

import type { LogMark, NewLogMark, RetainedMark } from "./log-mark.ts";
import { tenantEventSchema, type TenantEvent } from "../payloads/tenant-event.ts";

/** An event in the log. `sequence` counts the tenant's events from 1, in order of arrival, without holes. */
export const storedEventSchema = z.extend(tenantEventSchema, {
  tenantId: z.string(),
  sequence: z.number(),
  /** When it arrived: milliseconds since the epoch, by this device's clock. */
  storedAt: z.number(),
  /** What it is about, as `identifySubject` names it; absent when the payload does not say. */
  subjectKey: z.optional(z.string()),
  /** The fields of its row that cannot be read; absent for a whole row. What has to stand in their places says nothing. */
  damage: z.optional(z.array(z.string())),
});
export type StoredEvent = z.infer<typeof storedEventSchema>;

/**
 * Where to go on: the cursor when there is one, else the time to resume from
 * (`YYYY-MM-DDTHH:MM:SSZ`), else from now on.
 */
export interface StreamPosition {
  readonly cursor?: string | undefined;
  readonly resumeFrom?: string | undefined;
  /** The position was lost and the gap is marked; no cursor has come since, so losing it again is the same gap. */
  readonly isGapMarked?: boolean | undefined;
}

/** How much of a tenant's events is kept; the oldest give way. */
export interface Retention {
  /** Default 50,000. */
  readonly maxEvents: number;
  /** Since arrival, in milliseconds. Default 30 days. */
  readonly maxAgeMs: number;
}

/** What one read of the stream brought, to be stored in one transaction. */
export interface LogBatch {
  /** Now, in milliseconds since the epoch. */
  readonly at: number;
  readonly events?: readonly TenantEvent[];
  /** The new position; absent when it stays as it is. */
  readonly position?: StreamPosition;
  readonly marks?: readonly NewLogMark[];
  /** The newest gap reaches up to this time after all: nothing has come since it was marked. */
  readonly gapUntil?: string | undefined;
  /** The first subscription starts from this time on (`YYYY-MM-DDTHH:MM:SSZ`); kept once. */
  readonly startedFrom?: string | undefined;
}

export interface AppendResult {
  /** The events that were new, with their sequence, in order of arrival. */
  readonly stored: readonly StoredEvent[];
  /** How many were delivered before and were left out. */
  readonly duplicates: number;
  /** The marks written now. One may take the place of an earlier one: a gap that grew, garbage counted on. */
  readonly marks: readonly LogMark[];
  /** How many old events gave way now. */
  readonly dropped: number;
}

/** A tenant's log in numbers: one small read, whatever the log holds. */
export interface LogSummary {
  readonly count: number;
  /** The oldest sequence kept; one more than the last when none is. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly unread: number;
  readonly position: StreamPosition;
  /** The log starts at this time; nothing from before the first subscription is in it. */
  readonly startedFrom: string | undefined;
  readonly retained: RetainedMark | undefined;
}

/** What a filter looks through. `text` is the event's searchable text, in lower case. */
export interface EventText {
  readonly sequence: number;
  readonly type: string;
  readonly text: string;
}

/**
 * The tenants' events, their positions in the stream, and what was seen of them. Times are
 * milliseconds since the epoch, and times of arrival. A tenant is known by its origin. Every
 * method may reject with an `EventLogError`.
 */
export interface EventLog {
  /** Store events, position and marks together, or nothing of them. An event whose id is stored already is left out. */
  append(tenantId: string, batch: LogBatch): Promise<AppendResult>;
  /** Apply the retention now, as when its limits were changed; returns how many events gave way. */
  trim(tenantId: string, at: number): Promise<number>;
  position(tenantId: string): Promise<StreamPosition>;
  summary(tenantId: string): Promise<LogSummary>;
  /** The newest events first, at most `limit`. */
  latest(tenantId: string, limit: number): Promise<readonly StoredEvent[]>;
  /** The events after a sequence, oldest first, at most `limit` (default 1,000). */
  since(
    tenantId: string,
    sequence: number,
    options?: { limit?: number },
  ): Promise<readonly StoredEvent[]>;
  /** The events that arrived at `from` or later and before `to`, oldest first, at most `limit` (default 1,000). */
  arrived(
    tenantId: string,
    range: { from: number; to?: number; limit?: number },
  ): Promise<readonly StoredEvent[]>;
  /** How many events arrived in each minute of the last hour: 60 numbers, the oldest minute first. */
  countByMinute(tenantId: string, now: number): Promise<readonly number[]>;
  /** One event by its id. */
  find(tenantId: string, id: string): Promise<StoredEvent | undefined>;
  /** Events by their sequences, in the order asked; what is gone is left out. */
  pick(tenantId: string, sequences: readonly number[]): Promise<readonly StoredEvent[]>;
  /** The event before this one about the same user, group or organization. */
  previous(
    tenantId: string,
    event: Pick<StoredEvent, "sequence" | "subjectKey">,
  ): Promise<StoredEvent | undefined>;
  /** All events up to now, oldest first, so many at a time (default 500): what is long is never held whole. */
  chunks(
    tenantId: string,
    options?: { size?: number; after?: number },
  ): AsyncGenerator<readonly StoredEvent[], void, void>;
  /** The searchable texts after a sequence, oldest first, in pieces that come into memory within a frame. */
  texts(
    tenantId: string,
    options?: { after?: number },
  ): AsyncGenerator<readonly EventText[], void, void>;
  /** Marks between the events kept, oldest first. */
  marks(tenantId: string): Promise<readonly LogMark[]>;
  /** How many stored events came after the last one viewed. */
  unreadCount(tenantId: string): Promise<number>;
  /** Everything up to `through` (a sequence; default: all that is stored) was seen. */
  markViewed(tenantId: string, through?: number): Promise<void>;
  /** The tenants of whom something is kept. */
  tenantIds(): Promise<readonly string[]>;
  /** Remove everything that is kept of the tenant. */
  forget(tenantId: string): Promise<void>;
  close(): void;
}
