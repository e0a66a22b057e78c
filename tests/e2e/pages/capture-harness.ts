import "../../../lib/platform/schema-engine.ts";
import { CaptureModel } from "../../../lib/models/trace/capture-model.ts";
import { capturedRequests } from "../../../lib/platform/captured-requests.ts";
import { systemClock } from "../../../lib/platform/system-clock.ts";

// This file runs in the panel's document, beside the panel's own capture.

const capture = new CaptureModel({ ...capturedRequests, ...systemClock });
let changedAt = Date.now();
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
    isQuiet: () => Date.now() - changedAt > 2_000,
    clear: () => capture.clear(),
    record: (isOn: boolean) => capture.record(isOn),
    setPreservesLog: (preserves: boolean) => capture.setPreservesLog(preserves),
  },
});
