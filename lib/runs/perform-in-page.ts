import type { ClockPort, CryptoPort } from "../auth/index.ts";
import type { Call, CallOutcome, Memory } from "./call.ts";
import type { PageHostPorts, PagePort } from "./page-port.ts";
import {
  cancelExpression,
  findExpression,
  parseAnswer,
  placeExpression,
  readExpression,
  type PageAnswer,
} from "./page-script.ts";
import { maxReports } from "./placed-run.ts";
import type { ReportStep, StepLog } from "./step-log.ts";
import { readText } from "../encoding/json.ts";
import type { BlockedPart } from "./policy-block.ts";

/** The action that the policy forbids to the page, and the directive that decides it. */
const restrictions: Readonly<Record<BlockedPart, readonly [does: string, directive: string]>> = {
  request: ["a script of the page connect to", "connect-src"],
  frame: ["the page show a frame of", "frame-src"],
};

/** How often the page is asked for news of a call, in ms. */
const pollMs = 100;

const pageLeft =
  "The page was reloaded or left during the run. Run it again, and stay on the page until it ends.";
const invalidResult = "The page returned an invalid result. Reload the page, then run it again.";
const needsClick =
  "Click the button in the page: this browser opens a popup only after a click there.";

/**
 * Performs a call with a script that is placed into the page, and removes the script afterwards.
 */
export async function performInPage(
  call: Call,
  { memory, log, signal }: { memory: Memory; log: StepLog; signal: AbortSignal },
  { page, clock, crypto, onWait }: PageHostPorts,
): Promise<{ outcome: CallOutcome; memory: Memory }> {
  signal.throwIfAborted();
  const script = await page.readScript();
  signal.throwIfAborted();
  const name = createName(crypto);
  const report = limitTimes(log.adopt(), clock);
  /** Rejects when the run is cancelled, or when the page is left. */
  const early = Promise.withResolvers<never>();
  early.promise.catch(() => undefined);
  const cancel = () => early.reject(signal.reason);
  signal.addEventListener("abort", cancel);
  let isPlaced = false;
  const evaluate = (expression: string) =>
    page.evaluate(expression).catch((cause: unknown) => {
      // The browser evaluated the first expression, so the page has changed.
      throw isPlaced ? new Error(pageLeft, { cause }) : cause;
    });
  const stopWatching = page.watch({
    onNavigated() {
      // The report of an earlier navigation can be late. An answer that is awaited may never come.
      void hasRun(page, name).then((isThere) => isThere || early.reject(new Error(pageLeft)));
    },
  });
  let stopTimer = () => {};
  let reported = 0;

  const ask = async (expression: string): Promise<PageAnswer> => {
    const value = await Promise.race([evaluate(expression), early.promise]);
    if (value === "") throw new Error(pageLeft);
    const answer = parseAnswer(value);
    if (answer === undefined) {
      // Firefox gives undefined if the document goes away during the evaluation.
      const isLeft = isPlaced && !(await Promise.race([hasRun(page, name), early.promise]));
      throw new Error(isLeft ? pageLeft : invalidResult);
    }
    reported += answer.steps.length;
    if (reported > maxReports) throw new Error(invalidResult);
    isPlaced = true;
    for (const step of answer.steps) report(step);
    onWait(answer.isAsking ? needsClick : undefined);
    // No message can come from a blocked frame: the call would end with its time limit.
    if (answer.blocked === "frame") {
      const { cause, remedy } = explainBlock("frame", call);
      throw new Error(`${cause} ${remedy}`);
    }
    return answer;
  };
  const pause = () => {
    const timer = new Promise<void>((resolve) => {
      stopTimer = clock.after(pollMs, resolve);
    });
    return Promise.race([timer, early.promise]);
  };

  try {
    let answer = await ask(placeExpression(script, name, call, memory));
    while (answer.outcome === undefined) {
      await pause();
      answer = await ask(readExpression(name, reported));
    }
    const { outcome, blocked, memory: stored = [] } = answer;
    return { outcome: explainRefusal(outcome, blocked, call), memory: stored };
  } catch (error) {
    // Do not wait: the page may be gone, and the script with it.
    page.evaluate(cancelExpression(name)).catch(() => undefined);
    throw error;
  } finally {
    stopTimer();
    stopWatching();
    signal.removeEventListener("abort", cancel);
    onWait(undefined);
  }
}

/** Returns true if the page still has the run. */
function hasRun(page: PagePort, name: string): Promise<boolean> {
  return page.evaluate(findExpression(name)).then(
    (value) => value === true,
    () => false,
  );
}

/** Returns a random name, which no global of a page has. */
function createName(crypto: CryptoPort): string {
  const bytes = new Uint8Array(16);
  crypto.getRandomValues(bytes);
  return `r${Array.from(bytes, (byte) => byte.toString(36)).join("")}`;
}

/**
 * Keeps the times of untrusted steps within the run, so that the page cannot reorder the others.
 */
function limitTimes(report: ReportStep, clock: ClockPort): ReportStep {
  const start = clock.now();
  return (step) => {
    const end = clock.now();
    const at = Math.min(Math.max(step.at, start), end);
    const ms = step.ms === undefined ? undefined : Math.min(Math.max(step.ms, 0), end - at);
    report({ ...step, at, ...(ms === undefined ? {} : { ms }) });
  };
}

/** Returns why the page's policy blocked a part of a call, and the remedy, as sentences. */
function explainBlock(
  part: BlockedPart,
  { method, options }: Call,
): { cause: string; remedy: string } {
  const [does, directive] = restrictions[part];
  const tenant = readText(options["domain"]) ?? "the tenant";
  const elsewhere =
    method === "popup.authorize" ? "use Login with redirect" : "run it in the extension";
  return {
    cause: `This page's Content-Security-Policy does not let ${does} ${tenant}: ${directive}.`,
    remedy: `Allow it in the policy, or ${elsewhere}.`,
  };
}

/**
 * Adds cause and remedy to the error of a call whose request the page's policy blocked. The library
 * cannot know them: the browser hides the cause from `fetch`.
 */
function explainRefusal(
  outcome: CallOutcome,
  blocked: BlockedPart | undefined,
  call: Call,
): CallOutcome {
  if (outcome.kind !== "rejected" || blocked === undefined) return outcome;
  return { ...outcome, error: { ...outcome.error, ...explainBlock(blocked, call) } };
}
