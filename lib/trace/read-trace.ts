import { classify } from "./classify/classify.ts";
import { createContext, type Navigation } from "./capture-context.ts";
import type { Exchange } from "./exchange.ts";
import type { Flow } from "./flow.ts";
import { hashVerifiers } from "./join/hash-verifiers.ts";
import { joinFlows } from "./join/join-flows.ts";
import { judgeFlow, type FlowVerdict } from "./judge-flow.ts";
import { prepareFlow, type PreparedFlow } from "./prepare-flow.ts";
import { rules } from "./rules/rules.ts";

/** A flow with its verdict. */
export interface JudgedFlow {
  flow: Flow;
  prepared: PreparedFlow;
  verdict: FlowVerdict;
}

/** What a capture or a file shows. */
export interface Trace {
  /** Oldest first. */
  flows: readonly JudgedFlow[];
  /** The number of exchanges with a meaning for logins. */
  messageCount: number;
}

/**
 * Classifies, joins and judges the exchanges of a capture or a file.
 *
 * @param now the present in Unix ms while the capture goes on: the rest of a login may still come.
 *   Missing for a file, which is complete.
 */
export async function readTrace(
  exchanges: readonly Exchange[],
  navigations: readonly Navigation[] = [],
  now?: number,
): Promise<Trace> {
  const messages = classify(exchanges);
  const challenges = await hashVerifiers(messages);
  const { flows, shared } = joinFlows(messages, { challenges, navigations });
  const context = createContext({
    exchanges,
    flows,
    shared,
    navigations,
    challenges,
    ...(now === undefined ? {} : { now }),
  });
  const judged = await Promise.all(
    flows.map(async (flow) => {
      const prepared = await prepareFlow(flow, context);
      return { flow, prepared, verdict: judgeFlow(prepared, rules) };
    }),
  );
  return { flows: judged, messageCount: messages.length };
}
