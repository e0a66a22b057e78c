import type { EventLog } from "../log/event-log.ts";
import { EventLogError } from "../log/event-log-error.ts";
import { createEventPredicate } from "./event-query.ts";
import { createEventSearch, type EventSearch } from "./event-search.ts";
import {
  patternRequestSchema,
  type PatternReply,
  type PatternRequest,
  type PatternTask,
} from "./pattern-messages.ts";
import { createPatternMatcher, findSpans } from "./text-matcher.ts";

/** The surroundings of the pattern worker. */
export interface PatternServerPort {
  openLog(): Promise<Pick<EventLog, "summary" | "texts">>;
  post(reply: PatternReply): void;
  /** Resolves in a later task, so that a cancellation can arrive before it. */
  yieldToEventLoop(): Promise<void>;
  /** Returns the time in milliseconds, of any clock. */
  now(): number;
}

/** Longer than a turn on a page: on this thread, only a cancellation has to wait. */
const turnMs = 50;

/**
 * Runs patterns for one page, one task after another. The pattern worker does nothing else.
 *
 * @returns the handler of the page's messages
 */
export function servePatterns(port: PatternServerPort): (message: unknown) => void {
  const tasks = new Map<number, AbortController>();
  let search: { tenantId: string; events: EventSearch } | undefined;
  let queue = Promise.resolve();
  let running = 0;

  function runTurn<Result>(turn: () => Result): Result {
    port.post({ kind: "running", id: running });
    try {
      return turn();
    } finally {
      port.post({ kind: "waiting", id: running });
    }
  }

  async function findSearch(tenantId: string): Promise<EventSearch> {
    if (search?.tenantId === tenantId) return search.events;
    const log = await port.openLog();
    search?.events.release();
    const pause = () => port.yieldToEventLoop();
    const now = () => port.now();
    const turns = { pause, now, runTurn, turnMs: turnMs, clockEvery: 0 };
    const events = createEventSearch({ log, tenantId, ...turns });
    search = { tenantId, events };
    return events;
  }

  async function perform(task: PatternTask, signal: AbortSignal): Promise<PatternReply> {
    const { id } = task;
    if (task.kind === "mark") {
      const matcher = createPatternMatcher(task.terms);
      const spans = runTurn(() => task.texts.map((text) => findSpans(matcher, text)));
      return { kind: "marked", id, spans };
    }
    if (task.kind === "match")
      return { kind: "matched", id, matches: matchTexts(task, port, runTurn) };
    const { tenantId, query, after } = task;
    const events = await findSearch(tenantId);
    const matches = createEventPredicate(query, createPatternMatcher(query.terms));
    const onProgress = (progress: { searched: number; total: number }) =>
      port.post({ kind: "progress", id, ...progress });
    return { kind: "found", id, ...(await events.find(matches, { signal, after, onProgress })) };
  }

  async function run(task: PatternTask): Promise<void> {
    const { id } = task;
    const controller = tasks.get(id);
    // The task was cancelled while it was queued.
    if (controller === undefined) return;
    running = id;
    try {
      const reply = await perform(task, controller.signal);
      if (!controller.signal.aborted) port.post(reply);
    } catch (error) {
      if (controller.signal.aborted) return;
      const isOfLog = error instanceof EventLogError;
      port.post({ kind: "failed", id, ...(isOfLog ? { log: error.code } : {}) });
    } finally {
      tasks.delete(id);
    }
  }

  const accept = (request: PatternRequest): void => {
    if (request.kind === "cancel") {
      tasks.get(request.id)?.abort();
      tasks.delete(request.id);
      return;
    }
    tasks.set(request.id, new AbortController());
    queue = queue.then(() => run(request));
  };

  return (message) => accept(patternRequestSchema.parse(message));
}

/** Matches in short turns: the page's time limit is for one text, not for all of them. */
function matchTexts(
  { terms, texts }: Extract<PatternTask, { kind: "match" }>,
  port: Pick<PatternServerPort, "now">,
  runTurn: (turn: () => void) => void,
): boolean[] {
  const matcher = createPatternMatcher(terms);
  const matches: boolean[] = [];
  const matchSome = () => {
    const end = port.now() + turnMs;
    do {
      const text = texts[matches.length];
      if (text === undefined) return;
      matches.push(matcher.matches(text));
    } while (port.now() < end);
  };
  while (matches.length < texts.length) runTurn(matchSome);
  return matches;
}
