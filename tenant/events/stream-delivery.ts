import * as z from "zod/mini";

/** The settings of the delivery; all are zero at the service. */
export interface DeliverySettings {
  /** Additional copies of each event: delivery is at least once. */
  duplicates: number;
  /** Number of events before its cursor that a resumed stream repeats. */
  overlap: number;
  /** Maximum bytes in one write, to split frames and multi-byte characters; 0 for no limit. */
  pieceSize: number;
  /** Milliseconds before each write. */
  pieceDelay: number;
}

const countSchema = z.exactOptional(z.int().check(z.minimum(0), z.maximum(1000)));

/** A change of the settings; settings that it does not name are unchanged. */
export const deliveryChangeSchema = z.strictObject({
  duplicates: countSchema,
  overlap: countSchema,
  pieceSize: z.exactOptional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  pieceDelay: z.exactOptional(z.int().check(z.minimum(0), z.maximum(600_000))),
});

export type DeliveryChange = z.infer<typeof deliveryChangeSchema>;

/** A plan to interrupt streams within an event. */
export const interruptionSchema = z.strictObject({
  /**
   * The place: before the empty line that ends the frame, in its data, or in a multi-byte
   * character.
   */
  at: z._default(z.enum(["frame", "field", "character"]), "frame"),
  /** The effect: the stream ends normally, its connection fails, or it stays open and silent. */
  ending: z._default(z.enum(["close", "abort", "freeze"]), "close"),
  /** Events that a stream sends completely before the interruption. */
  after: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  /** The number of streams to interrupt. */
  times: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
});

export type Interruption = z.infer<typeof interruptionSchema>;

/** The delivery of events, as the control interface has set it. */
export interface StreamDelivery {
  readonly settings: Readonly<DeliverySettings>;
  change(change: DeliveryChange): void;
  /** The current plan. Each plan is a new object, so that a stream can detect a new plan. */
  readonly interruption: Interruption | undefined;
  plan(interruption: Interruption | undefined): void;
  /** Counts an interrupted stream. */
  countInterruption(): void;
  clear(): void;
}

const defaultSettings: DeliverySettings = {
  duplicates: 0,
  overlap: 0,
  pieceSize: 0,
  pieceDelay: 0,
};

/** Creates a delivery with the settings of the service. */
export function createStreamDelivery(): StreamDelivery {
  const settings = { ...defaultSettings };
  let planned: { interruption: Interruption; left: number } | undefined;
  return {
    settings,
    change: (change) => void Object.assign(settings, change),
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
      Object.assign(settings, defaultSettings);
      planned = undefined;
    },
  };
}

/**
 * Returns the part of a frame before the cut. Returns undefined if the cut needs a multi-byte
 * character and the frame has none.
 */
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
