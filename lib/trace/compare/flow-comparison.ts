import type { ValuePart } from "./list-values.ts";

/** A value of two logins. Secrets are never in it: of those it has the length. */
export interface ComparedFlowValue {
  part: ValuePart;
  name: string;
  /** Undefined if the login has no such value. */
  first: string | undefined;
  second: string | undefined;
  /** True if only presence and length were compared. */
  isSecret: boolean;
  isDifferent: boolean;
  /** 0 matters most. */
  place: number;
}

/** The same message of two logins, or the facts of both as a whole. */
export interface ComparedFlowMessage {
  title: string;
  /** The login that alone has this message. */
  onlyIn?: "first" | "second";
  /** Its place among the differences, if a single login has this message. */
  place: number;
  values: readonly ComparedFlowValue[];
}

export interface FlowComparison {
  /** The first difference that matters; missing if the logins do not differ. */
  headline?: string;
  /** In order of the login, after the facts of the logins as a whole. */
  messages: readonly ComparedFlowMessage[];
  counts: { different: number; same: number };
}
