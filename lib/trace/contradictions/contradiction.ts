import type { Evidence } from "../evidence.ts";
import type { PreparedFlow } from "../prepared-flow.ts";
import type { Stop, StopParty, StopStep } from "../stop/stop.ts";
import type { Relation } from "./relations.ts";

/** A flow with its stop. */
export interface Subject {
  prepared: PreparedFlow;
  stop: Stop | undefined;
}

/** Reads one value of a flow, with its place; undefined if the capture does not show it. */
export type Reader = (subject: Subject) => Evidence | undefined;

/** The party that refuses a contradiction, and the steps at which it does. */
export interface Refusal {
  at: readonly StopStep[];
  by: readonly StopParty[];
  /**
   * The step at which a client in the page refuses the left value without a message, if it does.
   */
  silentlyAt?: StopStep;
}

/** Two values of a flow that must agree. */
export interface Contradiction {
  /** Stable. */
  id: string;
  left: Reader;
  right: Reader;
  relation: Relation;
  /** The standard and its section. */
  requirement: string;
  title: string;
  why: string;
  remedy: string;
  /** A value to copy. */
  copy?: Reader;
  /** Missing if no party refuses it: then it is advice. */
  refused?: Refusal;
  /** True if it is advice where the application continued, for example by using a token. */
  isToleratedInUse?: boolean;
  /** True for a secret in a place that others can read: an error in any flow. */
  isLeak?: boolean;
}
