import type { TenantCore } from "../core/tenant-core.ts";
import { formatFrame, joinBytes } from "./event-frame.ts";
import type { EventFeed } from "./event-feed.ts";
import type { EventType } from "./event-types.ts";
import type { StoredEvent } from "./retained-events.ts";
import { cutFrame, type Interruption } from "./stream-delivery.ts";

/** The request of one reader. */
export interface StreamRequest {
  /** Position of the log to start after. */
  position: number;
  /** Position of the cursor that the reader resumes from. */
  resumedFrom: number | undefined;
  /** The requested event types; undefined for all. */
  types: ReadonlySet<EventType> | undefined;
  clientId: string;
  /** Expiry of the credential, in Unix seconds; the stream ends at that time. */
  expiresAt: number;
}

/** The state that a reader of the log uses. */
export type FrameReaderContext = Pick<EventFeed, "events" | "delivery"> &
  Pick<TenantCore, "faults" | "log">;

/** Bytes for the stream; with the interruption that follows them, if one is due. */
export interface FrameChunk {
  bytes: Uint8Array;
  interruption?: Interruption;
}

/** The position of one reader in the log. */
export interface FrameReader {
  readonly position: number;
  /** Events sent completely, repeats included. */
  readonly sent: number;
  /** Reads the next frames, up to about one chunk; undefined if there are none. */
  read(): FrameChunk | undefined;
  /**
   * Formats an `offset-only` event if the client lacks the cursor of this position, else a comment.
   */
  formatHeartbeat(): string;
}

/** The size in bytes at which a chunk is full. The next chunk is read after this one was taken. */
const chunkSize = 64 * 1024;

/** Creates a reader at the position of the request. */
export function createFrameReader(
  { events, delivery, faults, log }: FrameReaderContext,
  request: StreamRequest,
): FrameReader {
  let position = request.position;
  let knownPosition = request.resumedFrom === position ? position : -1;
  let sent = 0;
  /** The plan that `sentUnderPlan` counts events for. */
  let plan: Interruption | undefined;
  let sentUnderPlan = 0;

  /** Returns the part of the frame to send if the plan interrupts it. */
  function cutIfPlanned(frame: Uint8Array): FrameChunk | undefined {
    if (plan !== delivery.interruption) {
      plan = delivery.interruption;
      sentUnderPlan = 0;
    }
    if (plan === undefined || sentUnderPlan < plan.after) return undefined;
    const bytes = cutFrame(frame, plan.at);
    if (bytes === undefined) return undefined;
    delivery.countInterruption();
    log.addFact("event stream interrupted", { at: plan.at, ending: plan.ending });
    return { bytes, interruption: plan };
  }

  return {
    get position() {
      return position;
    },
    get sent() {
      return sent;
    },
    read() {
      if (faults.isPlanted("stream-silent")) return undefined;
      const passed: StoredEvent[] = [];
      const frames: Uint8Array[] = [];
      let interruption: Interruption | undefined;
      let size = 0;
      while (size < chunkSize) {
        const event = events.after(position);
        if (event === undefined) break;
        const isWanted = request.types?.has(event.type) !== false;
        const cut = isWanted ? cutIfPlanned(event.frame) : undefined;
        if (cut !== undefined) {
          frames.push(cut.bytes);
          interruption = cut.interruption;
          break;
        }
        position += 1;
        if (!isWanted) continue;
        for (let copy = 0; copy <= delivery.settings.duplicates; copy += 1) {
          frames.push(event.frame);
          size += event.frame.length;
          sent += 1;
        }
        sentUnderPlan += 1;
        passed.push(event);
        knownPosition = position;
      }
      if (passed.length > 0) {
        log.addFact("events delivered", {
          count: passed.length,
          event_ids: passed.slice(0, 100).map((event) => event.id),
        });
      }
      if (frames.length === 0) return undefined;
      return { bytes: joinBytes(frames), ...(interruption !== undefined && { interruption }) };
    },
    formatHeartbeat() {
      if (knownPosition === position || faults.isPlanted("stream-silent")) {
        return ": keep-alive\n\n";
      }
      knownPosition = position;
      const offset = events.toCursor(position);
      return formatFrame("offset-only", { offset }, offset);
    },
  };
}
