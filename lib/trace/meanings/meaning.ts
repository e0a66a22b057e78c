import type { Flow } from "../flow.ts";
import type { Stop, StopParty, StopStep } from "../stop/stop.ts";

/** One of several possible causes of a stop. */
export interface PossibleCause {
  /** A sentence. */
  cause: string;
  /** How to find out if it is this cause. */
  check: string;
  remedy: string;
}

/** The explanation of a stop, with its possible causes. */
export interface Meaning {
  /** A heading that says what happened, without a cause. */
  title: string;
  /** A sentence about the error code, or about a flow that nothing followed. */
  means: string;
  /** Likeliest first. */
  causes: readonly PossibleCause[];
  /** The standard and its section, or the contract. */
  requirement: string;
}

/** A row of the table. It reads the stop and its flow, nothing else of the capture. */
export interface MeaningRow extends Meaning {
  step: readonly StopStep[];
  by: readonly StopParty[];
  /** Error codes, statuses and network errors, any of which was said; any stop without it. */
  codes?: readonly string[];
  when?: Condition;
}

/** A fact of the stop and its flow that distinguishes two meanings of one code. */
export type Condition = (stop: Stop, flow: Flow) => boolean;
