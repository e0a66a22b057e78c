import type { PatternRunnerPort } from "../models/events/pattern-runner.ts";

/** Starts the script `pattern-worker.js` of the extension, on a thread of its own. */
export const startPatternWorker: PatternRunnerPort["startPatternWorker"] = (on) => {
  const worker = new Worker("/pattern-worker.js");
  const post = worker.postMessage.bind(worker);
  worker.addEventListener("message", ({ data }) => on.reply(data));
  worker.addEventListener("messageerror", () => on.fail());
  worker.addEventListener("error", () => on.fail());
  return {
    post: (request) => post(request),
    end: () => worker.terminate(),
  };
};
