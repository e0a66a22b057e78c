import type { AuthPorts, ClockPort } from "../auth/index.ts";
import type { Call, Memory } from "./call.ts";
import { performCall, type PerformedCall } from "./perform-call.ts";
import { findBlockedPart, type BlockedPart, type PolicyViolation } from "./policy-block.ts";
import { StepLog } from "./step-log.ts";
import type { RunStep } from "./steps.ts";

// The script that runs in the inspected page contains this file. Do not import schemas here.

/** The maximum number of reports of steps that one answer contains. */
export const maxReportsPerRead = 20;
/** The maximum number of reports of steps in one run. Later reports are dropped. */
export const maxReports = 1000;

/**
 * How long a run in the page continues although the panel no longer reads it, because the user
 * closed DevTools. Browsers fire the timers of a hidden panel once a minute.
 */
const leaseMs = 180_000;

/**
 * How long a failed request waits for the report of a violation, in ms. Chromium can report it
 * after the failure.
 */
const violationMs = 500;

/** The parts of the page that a placed run uses. */
export interface PlacePorts {
  ports: Partial<AuthPorts> & { clock: ClockPort };
  /** Returns true if the browser opens a popup now. */
  canOpenPopup(): boolean;
  /**
   * Shows a button in the page, and calls back at its click. Returns a function that removes it.
   */
  askForClick(onClick: () => void): () => void;
  /** Calls back for each violation of the page's policy, until the returned function is called. */
  watchPolicy(onViolation: (violation: PolicyViolation) => void): () => void;
}

/** The part of a run that the panel has not read. */
export interface PlacedState {
  /** In the order of the reports. */
  steps: RunStep[];
  /** True while the page waits for the user's click on the button. */
  isAsking: boolean;
  /** The part of the run that the page's Content-Security-Policy blocked first. */
  blocked?: BlockedPart;
  /** The end of the call; missing while it continues, or while reports are left. */
  outcome?: unknown;
  /** The transactions that the library stored. Given with the outcome. */
  memory?: Memory;
}

/** A call of the library in the inspected page. */
export interface PlacedRun {
  /**
   * Returns the reports after the first `after` ones. An answer with the outcome is the last one.
   */
  read(after: number): PlacedState;
  /** Ends the call, and removes its frames, popups, listeners, timers and the button. */
  cancel(): void;
}

/**
 * Starts a call in this page. A popup that the browser would block begins with a click of the user
 * on a button.
 *
 * @param onEnd called once: after the last answer, or when the call is cancelled
 */
function createPlacedRun(
  call: Call,
  memory: Memory,
  place: PlacePorts,
  onEnd: () => void,
): PlacedRun {
  const reports: RunStep[] = [];
  const log = new StepLog(
    (step) => {
      if (reports.length < maxReports) reports.push(step);
    },
    () => place.ports.clock.now(),
  );
  let performed: PerformedCall | undefined;
  let removeButton: (() => void) | undefined;
  let outcome: unknown;
  let hasEnded = false;
  let stopLease = () => {};
  let stopGrace = () => {};
  let blocked: BlockedPart | undefined;
  const stopWatching = place.watchPolicy((violation) => {
    blocked ??= findBlockedPart(violation, reports);
  });

  const start = () => {
    removeButton?.();
    removeButton = undefined;
    performed = performCall(call, { ports: place.ports, memory, log });
    void performed.outcome.then((ended) => {
      const publish = () => {
        outcome = ended;
      };
      const isExplained = blocked !== undefined || !reports.some(isFailedRequest);
      if (isExplained) publish();
      else if (!hasEnded) stopGrace = place.ports.clock.after(violationMs, publish);
    });
  };
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    stopLease();
    stopGrace();
    stopWatching();
    removeButton?.();
    removeButton = undefined;
    performed?.cancel();
    onEnd();
  };
  const renewLease = () => {
    stopLease();
    stopLease = place.ports.clock.after(leaseMs, end);
  };

  renewLease();
  if (call.method !== "popup.authorize" || place.canOpenPopup()) start();
  else removeButton = place.askForClick(start);
  return {
    read(after) {
      const steps = reports.slice(after, after + maxReportsPerRead);
      const isAsking = removeButton !== undefined;
      const state = { steps, isAsking, ...(blocked === undefined ? {} : { blocked }) };
      const isComplete = after + steps.length >= reports.length;
      if (outcome === undefined || performed === undefined || !isComplete) {
        renewLease();
        return state;
      }
      const stored = performed.readMemory();
      end();
      return { ...state, outcome, memory: stored };
    },
    cancel: end,
  };
}

function isFailedRequest(step: RunStep): boolean {
  return step.kind === "request" && step.isFailed === true;
}

/** The run in a page, under its name. Each answer is the JSON text of a `PlacedState`. */
interface PlacedObject {
  read(after: number): string;
  cancel(): void;
}

/**
 * Returns the function that the panel calls in the page. It starts a run, and keeps it in a
 * property of the page's global object until the run has ended.
 *
 * @param globals the global object of the page
 * @returns a function that returns the first answer
 */
export function createPlacing(
  globals: object,
  place: PlacePorts,
): (name: string, call: Call, memory: Memory) => string {
  return (name, call, memory) => {
    const run = createPlacedRun(call, memory, place, () => Reflect.deleteProperty(globals, name));
    const value: PlacedObject = {
      read: (after) => JSON.stringify(run.read(after)),
      cancel: () => run.cancel(),
    };
    // Not enumerable: code of the page that lists its globals does not see it.
    Object.defineProperty(globals, name, { value, configurable: true });
    return value.read(0);
  };
}
