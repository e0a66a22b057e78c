import * as z from "zod/mini";

/** How open streams and those to come bring what they have; all zero is the service's way. */
export interface DeliveryHabits {
  /** Each event is sent so many times more: delivery is at least once. */
  duplicates: number;
  /** A resumed stream begins so many events before its cursor. */
  overlap: number;
  /** Most bytes in one write, so that frames and characters come in pieces; 0 for no bound. */
  pieceSize: number;
  /** Milliseconds before each write. */
  pieceDelay: number;
}

const countSchema = z.exactOptional(z.int().check(z.minimum(0), z.maximum(1000)));

/** A change of habits; what is not named stays as it is. */
export const deliveryChangeSchema = z.strictObject({
  duplicates: countSchema,
  overlap: countSchema,
  pieceSize: z.exactOptional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  pieceDelay: z.exactOptional(z.int().check(z.minimum(0), z.maximum(600_000))),
});

export type DeliveryChange = z.infer<typeof deliveryChangeSchema>;

/** A plan to break streams off within an event. */
export const interruptionSchema = z.strictObject({
  /** Before the empty line that ends the frame, within its data, or within a character of several bytes. */
  at: z._default(z.enum(["frame", "field", "character"]), "frame"),
  /** The stream ends as if all had been said, its connection fails, or it stays open and silent. */
  ending: z._default(z.enum(["close", "abort", "freeze"]), "close"),
  /** Events that a stream still sends whole before. */
  after: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  /** How many streams it happens to. */
  times: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
});

export type Interruption = z.infer<typeof interruptionSchema>;

/** What the control interface has decided about the delivery of events. */
export interface StreamDelivery {
  readonly habits: Readonly<DeliveryHabits>;
  change(change: DeliveryChange): void;
  /** The plan that holds now; another object for each plan, so that a stream knows a new one. */
  readonly interruption: Interruption | undefined;
  plan(interruption: Interruption | undefined): void;
  /** One stream has been interrupted. */
  countInterruption(): void;
  clear(): void;
}

const plainHabits: DeliveryHabits = { duplicates: 0, overlap: 0, pieceSize: 0, pieceDelay: 0 };

/** Starts with the service's way. */
export function createStreamDelivery(): StreamDelivery {
  const habits = { ...plainHabits };
  let planned: { interruption: Interruption; left: number } | undefined;
  return {
    habits,
    change: (change) => void Object.assign(habits, change),
    get interruption() {
      return planned?.interruption;
    },
    plan(interruption) {
      planned = interruption && { interruption, left: interruption.times };
    },
    countInterruption() {
      if (planned === undefined) return;
      planned.left -= 1;
      if (planned.left <= 0) planned = undefined;
    },
    clear() {
      Object.assign(habits, plainHabits);
      planned = undefined;
    },
  };
}

/** The part of a frame that is sent before it breaks off; undefined where it has no character of several bytes. */
export function cutFrame(frame: Uint8Array, at: Interruption["at"]): Uint8Array | undefined {
  if (at === "frame") return frame.subarray(0, -1);
  if (at === "character") {
    const start = frame.findIndex((byte) => byte >= 0xc0);
    return start === -1 ? undefined : frame.subarray(0, start + 1);
  }
  let end = Math.floor((frame.lastIndexOf(newline, -3) + frame.length) / 2);
  while (((frame[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return frame.subarray(0, end);
}

const newline = 0x0a;
