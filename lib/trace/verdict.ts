import type { Evidence } from "./evidence.ts";
import type { Meaning } from "./meanings/meaning.ts";

/**
 * - cause: two values of the capture contradict each other, which stopped the flow
 * - error: a secret leaked
 * - advice: the flow works, and is weak or fragile
 */
export type FindingRank = "cause" | "error" | "advice";

/** A statement about a flow that its messages prove. */
export interface TraceFinding {
  /** Stable, such as `state-differs`. */
  id: string;
  rank: FindingRank;
  title: string;
  /** The standard and its section, such as `RFC 7636, section 4.6`. */
  requirement: string;
  /** The values that prove it; of a contradiction, both sides. */
  seen: readonly Evidence[];
  why: string;
  remedy: string;
  /** A value to copy, such as the URL for an allow list. */
  copy?: string;
}

/**
 * The verdict on a flow.
 *
 * - failed: the flow stopped, or a secret leaked
 * - retried: the flow failed, and the same client or call succeeded later
 * - clean: the flow ended well
 * - waiting: the flow has not ended
 */
export interface FlowVerdict {
  state: "failed" | "retried" | "clean" | "waiting";
  /** The time of the success that made a retried flow good, in Unix ms; missing for a call. */
  recoveredAt?: number;
  /** The proven causes and errors, then the advice; from specific to general. */
  findings: readonly TraceFinding[];
  /**
   * The meaning of the stop with its possible causes. Missing without a stop, and for a stop by the
   * page, whose cause is proven.
   */
  meaning?: Meaning;
  /** Sentences that say which part of the flow was not seen, and what to capture. */
  unseen: readonly string[];
}
