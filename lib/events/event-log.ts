import * as z from "zod/mini";

import { tenantEventSchema, type TenantEvent } from "./schemas.ts";

/** An event in the log. `sequence` counts the tenant's events from 1, in order of arrival, without holes. */
export const storedEventSchema = z.extend(tenantEventSchema, {
  tenantId: z.string(),
  sequence: z.number(),
  /** Milliseconds since the epoch, by this device's clock. */
  storedAt: z.number(),
});
export type StoredEvent = z.infer<typeof storedEventSchema>;

/**
 * Where to go on: the cursor when there is one, else the time to resume from
 * (`YYYY-MM-DDTHH:MM:SSZ`), else from now on.
 */
export interface StreamPosition {
  readonly cursor?: string | undefined;
  readonly resumeFrom?: string | undefined;
}

/** Something about the stream that is not an event and must not be forgotten. */
export const logMarkSchema = z.discriminatedUnion("kind", [
  /** The position was lost: events between the two times may be missing. `from` is absent when unknown. */
  z.object({
    kind: z.literal("gap"),
    at: z.number(),
    afterSequence: z.number(),
    from: z.optional(z.string()),
    to: z.string(),
  }),
  /** Frames of one read that could not be understood; the first of them stands for all. */
  z.object({
    kind: z.literal("unreadable"),
    at: z.number(),
    afterSequence: z.number(),
    count: z.number(),
    code: z.string(),
    message: z.string(),
    raw: z.string(),
  }),
]);
export type LogMark = z.infer<typeof logMarkSchema>;
type Unplaced<Mark> = Mark extends LogMark ? Omit<Mark, "at" | "afterSequence"> : never;
/** A mark to be written; the log adds when, and behind which event. */
type NewLogMark = Unplaced<LogMark>;

/** What one read of the stream brought, to be stored in one transaction. */
export interface LogBatch {
  /** Now, in milliseconds since the epoch. */
  readonly at: number;
  readonly events?: readonly TenantEvent[];
  /** The new position; absent when it stays as it is. */
  readonly position?: StreamPosition;
  readonly marks?: readonly NewLogMark[];
}

export interface AppendResult {
  /** The events that were new, with their sequence, in order of arrival. */
  readonly stored: readonly StoredEvent[];
  /** How many were delivered before and were left out. */
  readonly duplicates: number;
  readonly marks: readonly LogMark[];
}

/** The tenants' events, their positions in the stream, and what was seen of them. */
export interface EventLog {
  /** Store events, position and marks together, or nothing of them. An event whose id is stored already is left out. */
  append(tenantId: string, batch: LogBatch): Promise<AppendResult>;
  position(tenantId: string): Promise<StreamPosition>;
  cursor(tenantId: string): Promise<string | undefined>;
  /** The newest events first; `before` is a sequence, for the next page. */
  latest(
    tenantId: string,
    options: { limit: number; before?: number },
  ): Promise<readonly StoredEvent[]>;
  /** The events after a sequence, oldest first, at most `limit` (default 1,000). */
  since(
    tenantId: string,
    sequence: number,
    options?: { limit?: number },
  ): Promise<readonly StoredEvent[]>;
  /** Marks, oldest first. */
  marks(tenantId: string): Promise<readonly LogMark[]>;
  count(tenantId: string): Promise<number>;
  /** How many stored events came after the last one viewed. */
  unreadCount(tenantId: string): Promise<number>;
  /** Everything up to `through` (a sequence; default: all that is stored) was seen. */
  markViewed(tenantId: string, through?: number): Promise<void>;
  /** Remove everything that is kept of the tenant. */
  forget(tenantId: string): Promise<void>;
  close(): void;
}
