import type { SoakSession } from "./soak-session.ts";

/** A fault of the stream, the worker, the browser or the tenant. */
export interface Fault {
  name: string;
  /** Faults of one lane happen one after the other; the two lanes run in parallel. */
  lane: "browser" | "tenant";
  /** How often the fault happens in a long run. A short run has each fault once. */
  quota: number;
  /**
   * Causes the fault while events arrive.
   *
   * @param emit emits events that this fault needs; `reversed` sends the newest first
   */
  happen(session: SoakSession, emit: (order?: "reversed") => Promise<void>): Promise<void>;
}

/**
 * Bytes that no tenant sends: a frame that is not JSON, a frame without an event, and invalid
 * UTF-8.
 */
const garbage = [
  { text: "event: user.created\ndata: {oops\n\n" },
  { text: 'data: ["neither", "event"]\n\n: \u0000\u0001\n\nretry: soon\n\n' },
  { base64: "ZGF0YTog//7/Cgo=" },
] as const;

function answered(status: number): Fault {
  return {
    name: String(status),
    lane: "tenant",
    quota: 10,
    async happen({ control }, emit) {
      await control.answerNext(status);
      await emit();
      await control.drop();
    },
  };
}

function cut(at: "frame" | "field" | "character", name: string): Fault {
  return {
    name,
    lane: "tenant",
    quota: 10,
    async happen({ control, random }, emit) {
      await control.interrupt({ at, ending: random() < 0.5 ? "close" : "abort" });
      await emit();
    },
  };
}

function delivered(
  name: string,
  habits: Record<"duplicates" | "overlap" | "pieceSize" | "pieceDelay", number>,
  order?: "reversed",
): Fault {
  const usual = { duplicates: 0, overlap: 0, pieceSize: 0, pieceDelay: 0 };
  return {
    name,
    lane: "tenant",
    quota: 10,
    async happen({ control, caughtUp }, emit) {
      await control.deliver(habits);
      // The next stream starts with these delivery settings, and with `overlap` before its cursor.
      await control.drop();
      await emit(order);
      await caughtUp();
      await control.deliver(usual);
    },
  };
}

const none = { duplicates: 0, overlap: 0, pieceSize: 0, pieceDelay: 0 };

/** All kinds of faults, with their share of a long run. */
export const faults: readonly Fault[] = [
  {
    name: "worker stopped",
    lane: "browser",
    quota: 10,
    async happen({ stopWorker }, emit) {
      await Promise.all([emit(), stopWorker()]);
    },
  },
  {
    name: "half-open",
    lane: "tenant",
    quota: 5,
    async happen({ control }, emit) {
      const before = await control.countStreams();
      await control.freeze();
      await emit();
      // The next fault of this lane would end the frozen stream, which the extension must detect
      // itself.
      await control.untilStreamsAfter(before);
    },
  },
  {
    name: "browser killed",
    lane: "browser",
    quota: 3,
    async happen({ restartBrowser }, emit) {
      await Promise.all([emit(), restartBrowser()]);
    },
  },
  {
    name: "tenant restarted",
    lane: "tenant",
    quota: 3,
    async happen({ restartTenant }, emit) {
      await emit();
      await restartTenant();
    },
  },
  cut("frame", "cut mid-frame"),
  cut("character", "cut mid-UTF-8"),
  cut("field", "cut mid-field"),
  {
    name: "rotation",
    lane: "tenant",
    quota: 10,
    async happen({ control }, emit) {
      await emit();
      await control.rotate();
    },
  },
  answered(429),
  answered(500),
  answered(503),
  {
    name: "401, token expired",
    lane: "tenant",
    quota: 10,
    async happen({ control }, emit) {
      await control.expireTokens();
      await control.drop();
      await emit();
    },
  },
  delivered("delivered twice", { ...none, duplicates: 1 }),
  // A resumed stream repeats earlier events after newer ones, and sends new events in reverse
  // order.
  delivered("out of order", { ...none, overlap: 7 }, "reversed"),
  delivered("slow bytes", { ...none, pieceSize: 700, pieceDelay: 1 }),
  {
    name: "garbage",
    lane: "tenant",
    quota: 10,
    async happen({ control, random }, emit) {
      const bytes = garbage[Math.floor(random() * garbage.length)];
      await Promise.all([emit(), bytes === undefined ? undefined : control.send(bytes)]);
    },
  },
];
