import type { Evidence } from "../evidence.ts";
import type { PreparedFlow } from "../prepared-flow.ts";

/** A habit that works and is weak. */
export interface AdviceRow {
  /** Stable. */
  id: string;
  title: string;
  /** The standard and its section. */
  requirement: string;
  why: string;
  remedy: string;
  /** Returns the values that show it; undefined if the flow does not have it. */
  find: (prepared: PreparedFlow) => readonly Evidence[] | undefined;
}
