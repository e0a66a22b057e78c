import { CaptureModel } from "../../lib/models/trace/capture-model.ts";
import { capturedRequests } from "../../lib/platform/captured-requests.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";

/** Starts to capture the requests of the inspected page, until the panel closes. */
export function createCapture(): InstanceType<typeof CaptureModel> {
  return new CaptureModel({ ...capturedRequests, ...systemClock });
}
