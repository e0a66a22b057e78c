import "../../../lib/platform/schema-engine.ts";
import { CaptureModel } from "../../../lib/models/trace/capture-model.ts";
import { capturedRequests } from "../../../lib/platform/captured-requests.ts";
import { systemClock } from "../../../lib/platform/system-clock.ts";

// This file runs in the panel's document, beside the panel's own capture.

let changedAt = Date.now();
/** The readings of the browser's list that are planned or under way, and planned updates. */
let pending = 0;
const capture = new CaptureModel({
  ...capturedRequests,
  ...systemClock,
  async readSnapshot() {
    pending += 1;
    try {
      return await capturedRequests.readSnapshot();
    } finally {
      pending -= 1;
    }
  },
  schedule(task, delayMs) {
    let isPending = true;
    const end = () => {
      if (isPending) pending -= 1;
      isPending = false;
    };
    pending += 1;
    const cancel = systemClock.schedule(() => {
      end();
      task();
    }, delayMs);
    return () => {
      end();
      cancel();
    };
  },
});
capture.exchanges.subscribe(() => {
  changedAt = Date.now();
});

Object.assign(window, {
  capture: {
    read: () => ({
      exchanges: capture.exchanges.value,
      navigations: capture.navigations.value,
      missedEvents: capture.missedEvents.value,
    }),
    isQuiet: () => pending === 0 && Date.now() - changedAt > 2_000,
    clear: () => capture.clear(),
    record: (isOn: boolean) => capture.record(isOn),
    setPreservesLog: (preserves: boolean) => capture.setPreservesLog(preserves),
  },
});
