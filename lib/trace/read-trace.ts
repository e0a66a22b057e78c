import { classifyInSteps } from "./classify/classify.ts";
import { followFrames } from "./classify/follow-frames.ts";
import { createContext, type CaptureContext, type Navigation } from "./capture-context.ts";
import type { Exchange } from "./exchange.ts";
import type { Flow } from "./flow.ts";
import { hashVerifiers } from "./join/hash-verifiers.ts";
import { joinFlows } from "./join/join-flows.ts";
import { explain } from "./explain.ts";
import { prepareFlow } from "./prepare-flow.ts";
import type { PreparedFlow } from "./prepared-flow.ts";
import { runWithPauses } from "./steps.ts";
import { findRefusal } from "./contradictions/find-contradictions.ts";
import { findStop } from "./stop/find-stop.ts";
import { listSteps, type StepState } from "./stop/list-steps.ts";
import type { Stop } from "./stop/stop.ts";
import type { FlowVerdict } from "./verdict.ts";

/** A flow with its verdict. */
export interface JudgedFlow {
  flow: Flow;
  prepared: PreparedFlow;
  verdict: FlowVerdict;
  /** The steps of the flow; none for a call. */
  steps: readonly StepState[];
  /** The place at which the flow stopped; missing if it completed, recovered, or can continue. */
  stop?: Stop;
}

/** Facts of a capture that is still recording. */
export interface LiveCapture {
  /** The current time in Unix ms: the rest of a login can still arrive. */
  now: number;
  /**
   * The `state` of each run of this extension in the page. It redeems their codes itself, which the
   * page's requests do not show.
   */
  ownStates?: ReadonlySet<string>;
}

/** The flows of a capture or a file. */
export interface Trace {
  /** Oldest first. */
  flows: readonly JudgedFlow[];
  /** The number of exchanges with a meaning for logins. */
  messageCount: number;
}

/**
 * Classifies, joins and judges the exchanges of a capture or a file.
 *
 * @param reported as the browser or the file gave them
 * @param live missing for a file, which is complete
 * @param pause called after each few milliseconds of work: it lets the page draw when it is time,
 *   and rejects to end the reading. Without it, the reading runs to its end.
 */
export async function readTrace(
  reported: readonly Exchange[],
  navigations: readonly Navigation[] = [],
  live?: LiveCapture,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<Trace> {
  const exchanges = followFrames(reported);
  const messages = await runWithPauses(classifyInSteps(exchanges), pause);
  const challenges = await hashVerifiers(messages);
  await pause();
  const joining = joinFlows(messages, { challenges, navigations });
  const { flows, shared } = await runWithPauses(joining, pause);
  const context = createContext({
    exchanges,
    flows,
    shared,
    navigations,
    challenges,
    ...live,
  });
  await pause();
  const judged: JudgedFlow[] = [];
  for (let start = 0; start < flows.length; start += flowsAtOnce) {
    const some = flows.slice(start, start + flowsAtOnce);
    judged.push(...(await Promise.all(some.map((flow) => judge(flow, context)))));
    await pause();
  }
  return { flows: judged, messageCount: messages.length };
}

/** Together, flows wait for the browser's cryptography once. Each takes about half a millisecond. */
const flowsAtOnce = 10;

/** A client that refuses a value without a message explains a silence. */
function findFlowStop(prepared: PreparedFlow): Stop | undefined {
  const stop = findStop(prepared);
  return stop === undefined || stop.by === "nobody" ? (findRefusal(prepared) ?? stop) : stop;
}

async function judge(flow: Flow, context: CaptureContext): Promise<JudgedFlow> {
  const prepared = await prepareFlow(flow, context);
  const stop = findFlowStop(prepared);
  const verdict = explain(prepared, stop);
  const steps = listSteps(prepared, stop);
  return { flow, prepared, verdict, steps, ...(stop === undefined ? {} : { stop }) };
}
