import type { EventLog } from "../../../../../lib/events/log/event-log.ts";
import { servePatterns } from "../../../../../lib/events/search/serve-patterns.ts";
import type { PatternRunnerPort } from "../../../../../lib/models/events/pattern-runner.ts";

/** Runs the pattern worker without a thread. Messages are cloned and arrive in later tasks. */
export function createFakePatternWorkers(openLog: () => Promise<EventLog>) {
  const count = { started: 0, ended: 0 };
  const later = (message: unknown, receive: (message: unknown) => void) => {
    const copy: unknown = structuredClone(message);
    setTimeout(() => receive(copy));
  };
  const startPatternWorker: PatternRunnerPort["startPatternWorker"] = (on) => {
    count.started += 1;
    const receive = servePatterns({
      openLog,
      post: (reply) => later(reply, (copy) => on.reply(copy)),
      yieldToEventLoop: () => new Promise((resolve) => setTimeout(resolve)),
      now: () => 0,
    });
    return {
      post: (request) => later(request, receive),
      end: () => {
        count.ended += 1;
      },
    };
  };
  return { count, startPatternWorker };
}

/** Creates a worker that hangs in its first task; later workers answer each task at once. */
export function createHangingPatternWorkers(answer: (task: { id: number }) => unknown) {
  const posted: unknown[][] = [];
  const ended: number[] = [];
  let fail = (): void => {};
  let say = (_reply: unknown): void => {};
  const startPatternWorker: PatternRunnerPort["startPatternWorker"] = (on) => {
    const number = posted.push([]) - 1;
    fail = () => on.fail();
    say = (reply) => on.reply(reply);
    return {
      post(request) {
        posted[number]?.push(request);
        if (request.kind === "cancel") return;
        if (number > 0) on.reply(answer(request));
        else if (posted[0]?.length === 1) on.reply({ kind: "running", id: request.id });
      },
      end: () => {
        ended.push(number);
      },
    };
  };
  return {
    posted,
    ended,
    startPatternWorker,
    fail: () => fail(),
    say: (reply: unknown) => say(reply),
  };
}

/** The port of a list whose filter has no pattern. */
export const noPatternWorkers: Pick<PatternRunnerPort, "startPatternWorker"> = {
  startPatternWorker() {
    throw new Error("A pattern worker was started without a pattern.");
  },
};
