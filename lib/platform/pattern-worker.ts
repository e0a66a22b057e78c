import type { PatternRunnerPort } from "../models/events/pattern-runner.ts";

/** Starts the extension's script `pattern-worker.js` in a dedicated worker. */
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
