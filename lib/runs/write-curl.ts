import { formatCurl } from "../encoding/format-curl.ts";
import type { CryptoPort } from "../auth/index.ts";
import type { Operation, RunSetting, Values } from "./operation.ts";
import { isCall } from "./operation.ts";
import { performCall } from "./perform-call.ts";
import { writePublic } from "./public-values.ts";
import { StepLog } from "./step-log.ts";
import type { RunStep } from "./steps.ts";

/**
 * Writes the request of an operation for curl, with a placeholder for each value that is not known
 * to be harmless. The library itself writes the request: its `fetch` records the request and never
 * sends it.
 *
 * @returns undefined for an operation that is no single request
 */
export async function writeCurl(
  operation: Operation,
  values: Values,
  setting: RunSetting,
  crypto: CryptoPort,
): Promise<string | undefined> {
  const call = operation.call(writePublic(operation.fields, values), setting);
  if (!isCall(call)) {
    return formatCurl({
      method: call.method,
      url: showPlaceholders(call.url),
      headers: [],
      body: new URLSearchParams(call.form).toString(),
    });
  }
  if (operation.leavesFor !== undefined) return undefined;
  const requests = new Map<number, Extract<RunStep, { kind: "request" }>>();
  const log = new StepLog(
    (step) => {
      if (step.kind === "request") requests.set(step.id, step);
    },
    () => 0,
  );
  await performCall(call, { ports: { ...recordingPorts, crypto }, memory: [], log }).outcome;
  const [request, second] = requests.values();
  if (request === undefined || second !== undefined) return undefined;
  const url = showPlaceholders(request.url);
  return formatCurl({ ...request, url, headers: Object.entries(request.headers) });
}

/** A placeholder is for a person: in a URL, it stays as it is written elsewhere. */
function showPlaceholders(url: string): string {
  return url.replaceAll(/%3C(\w{1,40})%3E/gu, "<$1>");
}

/**
 * Ports that end the call at its first request. A missing port would be that of this page, so those
 * of a page are given too, and fail.
 */
const recordingPorts = {
  clock: { now: () => 0, after: () => () => undefined },
  fetch: () => Promise.reject(new TypeError("Not sent.")),
  frames: { open: refuse },
  popups: { open: refuse },
  messages: { listen: refuse, parent: null, opener: null },
  location: { origin: refuse, hash: refuse },
};

function refuse(): never {
  throw new TypeError("Not opened.");
}
