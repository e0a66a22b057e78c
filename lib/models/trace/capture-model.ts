import { batch, computed, createModel, effect, signal } from "@preact/signals";
import type { Schedule } from "../../messages/feed-channel.ts";
import { createCaptureStore } from "../../trace/capture/capture-store.ts";
import { captureLimits, type CaptureLimits } from "../../trace/capture/limits.ts";
import type { Exchange } from "../../trace/exchange.ts";
import type { Navigation } from "../../trace/capture-context.ts";
import { followRequests, type RequestPort } from "./follow-requests.ts";
import { readOnly } from "../read-only.ts";

export interface CapturePort extends RequestPort {
  /** {@link captureLimits} without it. */
  limits?: CaptureLimits;
}

/** The minimum time in ms between two updates of the signals. */
const updateInterval = 100;
/** Each update reads all requests again: in ms for each of them, so that the page keeps its time. */
const updateTimeOfRequest = 0.1;
const maxNavigations = 1_000;

/** Runs an update at once, or together with those of the next interval. */
function createUpdates(schedule: Schedule, update: () => void, readInterval: () => number) {
  let cancelTimer: (() => void) | undefined;
  const cancel = () => {
    cancelTimer?.();
    cancelTimer = undefined;
  };
  const run = () => {
    cancel();
    update();
  };
  const enqueue = () => {
    cancelTimer ??= schedule(run, readInterval());
  };
  return { enqueue, run, cancel };
}

/** The requests that the last clear removed. */
export interface ClearedRequests {
  /** The time of the clear, in Unix ms. */
  at: number;
  exchanges: readonly Exchange[];
  navigations: readonly Navigation[];
}

/** Captures the requests of the inspected page while it exists. */
export const CaptureModel = createModel((port: CapturePort) => {
  const store = createCaptureStore(port.limits ?? captureLimits);
  const startedAt = port.now();
  const exchanges = signal<readonly Exchange[]>([]);
  const navigations = signal<readonly Navigation[]>([]);
  const isRecording = signal(true);
  const preservesLog = signal(true);
  const dropped = signal(0);
  const missedEvents = signal(0);
  const cleared = signal<ClearedRequests | undefined>(undefined);

  const update = () => {
    batch(() => {
      exchanges.value = store.list();
      dropped.value = store.countDropped();
      missedEvents.value = store.countMissed(startedAt);
    });
  };
  const updates = createUpdates(port.schedule, update, () =>
    Math.max(updateInterval, exchanges.peek().length * updateTimeOfRequest),
  );
  const follow = () =>
    followRequests(port, {
      store,
      lastNavigation: () => navigations.peek().at(-1),
      onNavigated(navigation) {
        const kept = preservesLog.peek() ? navigations.peek() : [];
        if (!preservesLog.peek()) store.startPage(navigation);
        navigations.value = [...kept, navigation].slice(-maxNavigations);
        updates.enqueue();
      },
      onChange: updates.enqueue,
    });
  effect(() => (isRecording.value ? follow() : undefined));
  effect(() => updates.cancel);

  return {
    /** The captured and the imported requests, oldest first. Unchanged ones are the same objects. */
    exchanges: readOnly(exchanges),
    /** The loads of the inspected page, oldest first. */
    navigations: readOnly(navigations),
    isRecording: readOnly(isRecording),
    /** False if a load of the page removes the requests of earlier pages. */
    preservesLog: readOnly(preservesLog),
    /** The number of older requests that were dropped because of the limits. */
    dropped: readOnly(dropped),
    /**
     * The number of requests that the browser did not report, but has in its list: in Firefox those
     * that the filters of the Network panel hide, in Chromium those of frames that are gone.
     */
    missedEvents: readOnly(missedEvents),
    /** The start of the capture, in Unix ms. Of earlier requests, some can be missing. */
    startedAt: computed(() => startedAt),

    /** Starts or pauses. What happens during a pause is never added. */
    record(isOn: boolean): void {
      if (isOn === isRecording.peek()) return;
      if (isOn) store.ignoreBefore(port.now());
      isRecording.value = isOn;
    },

    /** The requests that the user can still bring back; missing if there are none. */
    cleared: readOnly(cleared),

    /** Removes all requests and page loads. Until they are forgotten, they can be brought back. */
    clear(): void {
      const at = port.now();
      const removed = { at, exchanges: store.list(), navigations: navigations.peek() };
      store.clear(at);
      batch(() => {
        // A second clear of an empty list keeps the first one.
        if (removed.exchanges.length > 0) cleared.value = removed;
        navigations.value = [];
        updates.run();
      });
    },
    /** Brings back the requests that the last clear removed. */
    undoClear(): void {
      const removed = cleared.peek();
      if (removed === undefined) return;
      store.restore(removed.exchanges);
      batch(() => {
        cleared.value = undefined;
        navigations.value = [...removed.navigations, ...navigations.peek()].slice(-maxNavigations);
        updates.run();
      });
    },
    /** Forgets the requests that the last clear removed. */
    forgetCleared(): void {
      cleared.value = undefined;
    },

    setPreservesLog(preserves: boolean): void {
      preservesLog.value = preserves;
    },

    /**
     * Adds the exchanges of a file, with new ids. Those that the capture has are left out; returns
     * the number of the others.
     */
    addImported(imported: readonly Exchange[]): number {
      const added = store.addImported(imported);
      updates.run();
      return added;
    },
  };
});
