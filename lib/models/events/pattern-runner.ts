import { EventLogError } from "../../events/log/event-log-error.ts";
import type { EventQuery } from "../../events/search/event-query.ts";
import type { FindOptions, SearchResult } from "../../events/search/event-search.ts";
import type { TextTerm } from "../../events/search/parse-terms.ts";
import {
  patternReplySchema,
  type PatternReply,
  type PatternRequest,
  type PatternTask,
} from "../../events/search/pattern-messages.ts";
import type { Span } from "../../events/search/text-matcher.ts";
import type { Schedule } from "../../messages/feed-channel.ts";

/** The worker thread that runs patterns. */
export interface PatternWorker {
  post(request: PatternRequest): void;
  /** Terminates the thread at once, even in a pattern that hangs. */
  end(): void;
}

export interface PatternRunnerPort {
  /** Starts the thread. `fail` is called if the thread does not start or if it crashes. */
  startPatternWorker(on: { reply(message: unknown): void; fail(): void }): PatternWorker;
  schedule: Schedule;
}

/** A pattern did not finish. The message has the reason and the remedy. */
export class PatternStoppedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PatternStoppedError";
  }
}

/** Runs patterns in a worker, which starts with the first pattern. */
export interface PatternRunner {
  /**
   * Searches the log. Rejects with the signal's reason if it aborts.
   *
   * @throws {PatternStoppedError}
   * @throws {EventLogError}
   */
  search(
    task: { tenantId: string; query: EventQuery; after: number },
    options: Pick<FindOptions, "onProgress"> & { signal: AbortSignal },
  ): Promise<SearchResult>;
  /** @throws {PatternStoppedError} */
  mark(terms: readonly TextTerm[], texts: readonly string[]): Promise<readonly (readonly Span[])[]>;
  /**
   * Returns for each text if it matches all terms. The texts are in lower case.
   *
   * @throws {PatternStoppedError}
   */
  match(terms: readonly TextTerm[], texts: readonly string[]): Promise<readonly boolean[]>;
  /** Ends the worker, which frees its texts. The next task starts a new worker. */
  end(): void;
}

/** The time limit for one text. A good pattern takes milliseconds on the longest event. */
const deadlineSeconds = 2;
/**
 * The number of timers that make up the time limit. If the page itself hangs for a while, only one
 * timer is late, and the queued replies are handled before the next one.
 */
const deadlineSteps = 4;

const writeTooSlow = (unit: string) =>
  `The pattern was stopped because it took more than ${deadlineSeconds} seconds on one ${unit}. Avoid nested repetition such as (a+)+, or filter by words.`;
/**
 * For an engine's own limit. Firefox throws "too much recursion" for a pattern that is interrupted
 * five times, which says no more than that the pattern takes too long.
 */
const notRunnable =
  "The browser stopped the pattern because it needs too much time or memory. Avoid nested repetition such as (a+)+, use smaller repeat counts, or filter by words.";
const noWorker =
  "The pattern could not be run because its worker did not start. Close and reopen DevTools, or filter by words.";

interface PendingTask {
  task: PatternTask;
  onProgress: FindOptions["onProgress"];
  settle(reply: PatternReply): void;
  reject(reason: unknown): void;
}

/**
 * Creates the runner of a list's patterns.
 *
 * @param unit the name of a line of the list, for messages to the user
 */
export function createPatternRunner(port: PatternRunnerPort, unit = "event"): PatternRunner {
  const pending = new Map<number, PendingTask>();
  let worker: PatternWorker | undefined;
  let lastId = 0;
  let disarm = () => {};

  const endWorker = () => {
    disarm();
    worker?.end();
    worker = undefined;
  };

  const take = (id: number): PendingTask | undefined => {
    const task = pending.get(id);
    pending.delete(id);
    return task;
  };

  const rejectAll = (reason: Error) => {
    const rejected = [...pending.values()];
    pending.clear();
    for (const task of rejected) task.reject(reason);
  };

  /** Ends a worker that hangs in a task, and sends the pending tasks to a new one. */
  const stop = (id: number) => {
    endWorker();
    take(id)?.reject(new PatternStoppedError(writeTooSlow(unit)));
    for (const { task } of pending.values()) start().post(task);
  };

  const arm = (id: number) => {
    disarm();
    let stepsLeft = deadlineSteps;
    const step = () => {
      stepsLeft -= 1;
      if (stepsLeft < 0) stop(id);
      else disarm = port.schedule(step, (deadlineSeconds * 1_000) / deadlineSteps);
    };
    step();
  };

  const handle = (reply: PatternReply) => {
    switch (reply.kind) {
      case "running":
        arm(reply.id);
        return;
      case "waiting":
        disarm();
        return;
      case "progress":
        pending.get(reply.id)?.onProgress?.({ searched: reply.searched, total: reply.total });
        return;
      case "failed": {
        const { log } = reply;
        const error =
          log === undefined ? new PatternStoppedError(notRunnable) : new EventLogError(log);
        take(reply.id)?.reject(error);
        return;
      }
      case "found":
      case "marked":
      case "matched":
        take(reply.id)?.settle(reply);
    }
  };

  const start = (): PatternWorker => {
    if (worker !== undefined) return worker;
    const own = port.startPatternWorker({
      reply(message) {
        // A reply of a worker that was ended may still arrive.
        if (own === worker) handle(patternReplySchema.parse(message));
      },
      fail() {
        if (own !== worker) return;
        endWorker();
        rejectAll(new PatternStoppedError(noWorker));
      },
    });
    worker = own;
    return own;
  };

  function run<Kind extends "found" | "marked" | "matched">(
    kind: Kind,
    makeTask: (id: number) => PatternTask,
    options: Pick<FindOptions, "onProgress" | "signal"> = {},
  ): Promise<Extract<PatternReply, { kind: Kind }>> {
    const { onProgress, signal } = options;
    lastId += 1;
    const id = lastId;
    const task = makeTask(id);
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const isWanted = (reply: PatternReply): reply is Extract<PatternReply, { kind: Kind }> =>
        reply.kind === kind;
      const settle = (reply: PatternReply) => {
        if (isWanted(reply)) resolve(reply);
      };
      pending.set(id, { task, onProgress, settle, reject });
      signal?.addEventListener("abort", () => {
        if (take(id) === undefined) return;
        worker?.post({ kind: "cancel", id });
        reject(signal.reason);
      });
      start().post(task);
    });
  }

  return {
    async search({ tenantId, query, after }, options) {
      const makeTask = (id: number) => ({ kind: "search", id, tenantId, query, after }) as const;
      const { sequences, last } = await run("found", makeTask, options);
      return { sequences, last };
    },
    async mark(terms, texts) {
      const { spans } = await run("marked", (id) => ({ kind: "mark", id, terms, texts }));
      return spans;
    },
    async match(terms, texts) {
      const { matches } = await run("matched", (id) => ({ kind: "match", id, terms, texts }));
      return matches;
    },
    end() {
      endWorker();
      rejectAll(new DOMException("The task was aborted.", "AbortError"));
    },
  };
}
