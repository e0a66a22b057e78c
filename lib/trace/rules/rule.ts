import type { AuthMessage } from "../message.ts";
import type { PreparedFlow } from "../prepared-flow.ts";

/** The groups under which findings are listed. */
export type RuleGroup =
  | "request"
  | "response"
  | "embedded"
  | "token-endpoint"
  | "tokens"
  | "session"
  | "browser"
  | "library";

/**
 * - cause: it can be the reason why a login failed
 * - advice: the flow works, but is weak or fragile; never above a cause
 */
export type RuleRank = "cause" | "advice";

export type RuleSeverity = "error" | "warning" | "note";

/** A value that a rule read, with its place. Secrets are masked by the view and by each export. */
export interface Evidence {
  /** The message that has the value; missing if the absence itself is the evidence. */
  message?: AuthMessage;
  part:
    | "query"
    | "fragment"
    | "form"
    | "headers"
    | "body"
    | "status"
    | "token-header"
    | "claims"
    | "clock";
  /** The parameter, header, member or claim. */
  name: string;
  value: string;
  /** True if a view masks the value until the user reveals it. */
  isSecret?: boolean;
}

/** One of several possible causes, with how to check it. */
export interface PossibleCause {
  cause: string;
  check: string;
  remedy: string;
}

/** The result of one rule for one flow. */
export type RuleResult =
  | {
      outcome: "failed";
      /** Overrides the title of the rule, if it can say more. */
      title?: string;
      /** Overrides the rank: advice is a cause if the flow failed for it. */
      rank?: RuleRank;
      /** Overrides the severity, as of advice that became a cause. */
      severity?: RuleSeverity;
      seen: readonly Evidence[];
      why: string;
      /** The exact remedy: the setting, and where it is. */
      remedy: string;
      /** A line to copy, such as the URL for an allow-list. */
      copy?: string;
      /** The possible causes of a code that means several things, likeliest first. */
      causes?: readonly PossibleCause[];
    }
  | { outcome: "passed" }
  /** A person must decide: the wire cannot tell. */
  | { outcome: "needs-person"; question: string; seen: readonly Evidence[] }
  | { outcome: "not-applicable" }
  /** Says what would have to be captured. */
  | { outcome: "not-seen"; missing: string };

/** A rule over one flow. Pure: no clock, no randomness, no network. */
export interface Rule {
  /** Stable; named after the catalogue of the standards, such as `resp-state-mismatch`. */
  id: string;
  group: RuleGroup;
  rank: RuleRank;
  /**
   * - error: the login cannot work, or is unsafe now
   * - warning: it works, and is weak or fragile
   * - note: worth knowing
   */
  severity: RuleSeverity;
  title: string;
  /** The standard and its section, such as `RFC 7636, section 4.6`. */
  requirement: string;
  /**
   * The ids of rules that say the same more exactly: if one of them names a cause, this one is no
   * finding. For a general error code, and for what another fault brings about.
   */
  yieldsTo?: readonly string[];
  /**
   * True for a fault that harms a login that works, such as a secret that leaks. An error of another
   * rule is a warning if the client tried again with success.
   */
  isUnsafe?: true;
  /** True for a fault that stops a login: one that ends well shows that it did not, and is no error. */
  stopsLogin?: true;
  judge(flow: PreparedFlow): RuleResult;
}

export const notApplicable: RuleResult = { outcome: "not-applicable" };
export const passed: RuleResult = { outcome: "passed" };

/** Returns the result of a rule that needed something that the capture does not have. */
export function notSeen(missing: string): RuleResult {
  return { outcome: "not-seen", missing };
}
