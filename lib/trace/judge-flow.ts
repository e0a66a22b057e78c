import type { PreparedFlow } from "./prepared-flow.ts";
import {
  notApplicable,
  passed,
  type Rule,
  type RuleRank,
  type RuleResult,
  type RuleSeverity,
} from "./rules/rule.ts";
import { wasMadeGood } from "./was-made-good.ts";

/** A rule with its result for one flow. */
export interface Judgement {
  rule: Rule;
  result: RuleResult;
}

/** A failed rule. */
export interface TraceFinding {
  rule: Rule;
  result: Extract<RuleResult, { outcome: "failed" }>;
  /** That of the result, otherwise of the rule. */
  rank: RuleRank;
  /** The same; a warning in place of an error if what followed made the failure good. */
  severity: RuleSeverity;
}

/**
 * The verdict on a flow.
 *
 * - failed: a cause or an error was found, or the flow ended with an error
 * - warning: the flow works, and is weak or fragile
 * - clean: no rule failed; that is all that could be seen
 * - waiting: the flow has not ended, or its rest may still come; no error was found so far
 */
export interface FlowVerdict {
  state: "failed" | "warning" | "clean" | "waiting";
  /** Root cause first: causes before advice, then by severity, then in the order of the rules. */
  findings: readonly TraceFinding[];
  /** Every rule with its result, in the order of the rules; `passed` if it yields to another one. */
  judgements: readonly Judgement[];
}

const severities = { error: 0, warning: 1, note: 2 } as const;
const ranks = { cause: 0, advice: 1 } as const;

/** Applies the rules to a flow. The worst cause is the verdict; there is no score. */
export function judgeFlow(prepared: PreparedFlow, rules: readonly Rule[]): FlowVerdict {
  const judgements = yieldToExact(rules.map((rule) => pair(rule, rule.judge(prepared))));
  const findings = judgements
    .flatMap(({ rule, result }) => {
      if (result.outcome !== "failed") return [];
      const { rank = rule.rank, severity: own = rule.severity } = result;
      const severity = own === "error" && wasMadeGood(rule, prepared) ? "warning" : own;
      return [{ rule, result, rank, severity }];
    })
    .toSorted(
      (one, other) =>
        ranks[one.rank] - ranks[other.rank] ||
        severities[one.severity] - severities[other.severity],
    );
  return { state: decideState(prepared, findings), findings, judgements };
}

/** The judgements that say nothing of a flow: one object for all flows of a capture. */
const silent = new Map<RuleResult, WeakMap<Rule, Judgement>>([
  [passed, new WeakMap()],
  [notApplicable, new WeakMap()],
]);

function pair(rule: Rule, result: RuleResult): Judgement {
  const shared = silent.get(result);
  const known = shared?.get(rule);
  if (known !== undefined) return known;
  const judgement = { rule, result };
  shared?.set(rule, judgement);
  return judgement;
}

/** Leaves out the general findings of a flow of which another rule names the cause. */
function yieldToExact(judgements: readonly Judgement[]): readonly Judgement[] {
  const failed = new Set(
    judgements.flatMap(({ rule, result }) =>
      result.outcome === "failed" && (result.rank ?? rule.rank) === "cause" ? [rule.id] : [],
    ),
  );
  if (failed.size === 0) return judgements;
  return judgements.map((each) => {
    const { rule, result } = each;
    const isYielding =
      (result.outcome === "failed" || result.outcome === "needs-person") &&
      rule.yieldsTo?.some((id) => failed.has(id)) === true;
    return isYielding ? pair(rule, passed) : each;
  });
}

function decideState(
  { flow, isUnderWay, isOwnRun }: PreparedFlow,
  findings: readonly TraceFinding[],
): FlowVerdict["state"] {
  if (flow.phase === "failed" || findings.some(({ severity }) => severity === "error")) {
    return "failed";
  }
  const isRedeemed = isOwnRun && flow.phase === "response";
  if (isUnderWay && !isRedeemed) return "waiting";
  if (findings.some(({ severity }) => severity === "warning")) return "warning";
  return flow.phase === "complete" || isRedeemed ? "clean" : "waiting";
}
