import type {
  ReportedRequest,
  RequestPort,
} from "../../../../../lib/models/trace/follow-requests.ts";
import { captureStart, entryOf, type EntryFacts } from "../../trace/entries.ts";

/** A browser of a test: it reports what the test tells it, and its clock moves by hand. */
export function createFakeCapturePort({ doSnapshotsDisturb = false } = {}) {
  const timers = new Map<object, { at: number; callback: () => void }>();
  let now = captureStart;
  let listener: Parameters<RequestPort["watch"]>[0] | undefined;
  let list: readonly ReportedRequest[] = [];
  let snapshotReads = 0;
  const heard = () => {
    if (listener === undefined) throw new Error("The capture does not listen.");
    return listener;
  };
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const port: RequestPort = {
    doSnapshotsDisturb,
    watch(given) {
      if (listener !== undefined) throw new Error("The capture listens already.");
      listener = given;
      return () => {
        listener = undefined;
      };
    },
    readSnapshot() {
      snapshotReads += 1;
      return Promise.resolve(list);
    },
    now: () => now,
    schedule(callback, delay) {
      const timer = {};
      timers.set(timer, { at: now + delay, callback });
      return () => void timers.delete(timer);
    },
  };
  return {
    port,
    isWatched: () => listener !== undefined,
    snapshotReads: () => snapshotReads,
    timers: () => timers.size,
    /** Reports the end of a request. */
    finish(facts: EntryFacts, readBody?: ReportedRequest["readBody"]) {
      heard().onFinished({ entry: entryOf(facts), ...(readBody && { readBody }) });
    },
    report: (entry: unknown) => heard().onFinished({ entry }),
    navigate: (url: string) => heard().onNavigated(url),
    /** Sets the browser's own list. */
    holds(...facts: EntryFacts[]) {
      list = facts.map((one) => ({ entry: entryOf(one) }));
    },
    holdsReported(...requests: ReportedRequest[]) {
      list = requests;
    },
    /** Lets time pass, with the timers that end in it. */
    async pass(duration: number) {
      const end = now + duration;
      await settle();
      for (;;) {
        const [next] = [...timers].toSorted(([, one], [, other]) => one.at - other.at);
        if (next === undefined || next[1].at > end) break;
        timers.delete(next[0]);
        now = Math.max(now, next[1].at);
        next[1].callback();
        await settle();
      }
      now = end;
    },
  };
}
