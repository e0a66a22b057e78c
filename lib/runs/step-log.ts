// The script that runs in the inspected page contains this file. Do not import schemas here.
import type { RunStep } from "./steps.ts";

/** Reports a step when it begins, and once more when it has ended. */
export type ReportStep = (step: RunStep) => void;

/** Numbers and times the steps of one run. */
export class StepLog {
  readonly #report: ReportStep;
  readonly #now: () => number;
  #count = 0;

  constructor(report: ReportStep, now: () => number) {
    this.#report = report;
    this.#now = now;
  }

  /** Returns a function that reports the steps of another log, under numbers of this one. */
  adopt(): ReportStep {
    const numbers = new Map<number, number>();
    return (step) => {
      const id = numbers.get(step.id) ?? this.#count;
      if (!numbers.has(step.id)) {
        numbers.set(step.id, id);
        this.#count += 1;
      }
      this.#report({ ...step, id });
    };
  }

  /**
   * Reports the start of a step.
   *
   * @returns a function that reports the end of the step with its changes; only the first call has
   *   an effect
   */
  begin(step: NewStep): (changes?: StepChanges) => void {
    const own = { id: this.#count, at: this.#now() };
    this.#count += 1;
    this.#report({ ...step, ...own });
    let hasEnded = false;
    return (changes) => {
      if (hasEnded) return;
      hasEnded = true;
      this.#report({ ...step, ...changes, ...own, ms: this.#now() - own.at });
    };
  }

  /** Reports a step that takes no time. */
  add(step: NewStep): void {
    this.begin(step)();
  }
}

/** A step before it has a number and a time. */
type NewStep = RunStep extends infer Step
  ? Step extends RunStep
    ? Omit<Step, "id" | "at" | "ms">
    : never
  : never;

/** The facts of a step that are known at its end. */
interface StepChanges {
  status?: number;
  answer?: string;
  isFailed?: boolean;
  isAccepted?: boolean;
  error?: string;
}
