import type { Frame } from "playwright";
import * as z from "zod/mini";
import { waitFor } from "../launch/wait-for.ts";

/** A HAR entry as a browser's DevTools describe it. Only the members that the recorder reads. */
export const entrySchema = z.looseObject({
  startedDateTime: z.string(),
  time: z.number(),
  request: z.looseObject({ method: z.string(), url: z.string() }),
  response: z.looseObject({
    status: z.number(),
    content: z.looseObject({ mimeType: z.optional(z.string()) }),
  }),
});
export type HarEntry = z.infer<typeof entrySchema>;

/** An event of `onRequestFinished`, with the answer of its `getContent`. */
const finishedSchema = z.object({
  entry: entrySchema,
  body: z.nullable(z.string()),
  encoding: z.nullable(z.string()),
});
export type FinishedRequest = z.infer<typeof finishedSchema>;

const capturedSchema = z.object({
  finished: z.array(finishedSchema),
  listed: z.array(entrySchema),
});

/** The events of one case in their order, and the requests that `getHAR` listed after it. */
export type Captured = z.infer<typeof capturedSchema>;

const quietSchema = z.object({ count: z.int(), quietFor: z.number() });

/** How long no event may arrive before a case counts as complete, as in the panel's own trace. */
const quietTime = 1_000;

/** Evaluates a function without arguments in the document of the panel. */
export type EvaluateInPanel = (pageFunction: () => unknown) => Promise<unknown>;

export const evaluateInFrame =
  (frame: Frame): EvaluateInPanel =>
  (pageFunction) =>
    frame.evaluate(pageFunction);

// In Firefox each function runs in a realm of its own: `instanceof` does not know the others' objects.

/** Runs in the panel: collects each event in a global, and asks for its body at once. */
function collect(): void {
  const collector = {
    finished: new Array<unknown>(),
    waiting: 0,
    lastAt: performance.now(),
  };
  const add = (request: chrome.devtools.network.Request) => {
    const record: Record<string, unknown> = { entry: request, body: null, encoding: null };
    collector.finished.push(record);
    collector.lastAt = performance.now();
    collector.waiting += 1;
    request.getContent((body: unknown, encoding: unknown) => {
      record["body"] = typeof body === "string" ? body : null;
      record["encoding"] = typeof encoding === "string" ? encoding : null;
      collector.waiting -= 1;
      collector.lastAt = performance.now();
    });
  };
  chrome.devtools.network.onRequestFinished.addListener(add);
  Object.assign(window, { corpusCollector: collector });
}

/** Runs in the panel: forgets the events of earlier cases. */
function forget(): void {
  const collector: unknown = Reflect.get(window, "corpusCollector");
  if (typeof collector === "object" && collector)
    Object.assign(collector, { finished: [], waiting: 0 });
}

/** Runs in the panel: the number of events, and the time since the last one. */
function readQuiet(): unknown {
  const collector: unknown = Reflect.get(window, "corpusCollector");
  if (typeof collector !== "object" || !collector) return null;
  const { finished, lastAt }: { finished?: unknown; lastAt?: unknown } = collector;
  return {
    count: Array.isArray(finished) ? finished.length : 0,
    quietFor: performance.now() - Number(lastAt),
  };
}

/** Runs in the panel: the events, and what `getHAR` lists now, as JSON. */
function readAll(): Promise<unknown> {
  const collector: unknown = Reflect.get(window, "corpusCollector");
  return new Promise((resolve) => {
    chrome.devtools.network.getHAR((log: unknown) => {
      // Chromium lists nothing while the tab shows the browser's own error page.
      const entries: unknown = typeof log === "object" && log ? Reflect.get(log, "entries") : null;
      const finished: unknown =
        typeof collector === "object" && collector ? Reflect.get(collector, "finished") : [];
      resolve(JSON.stringify({ finished, listed: entries ?? [] }));
    });
  });
}

/** Records cases through the panel of one browser. */
export class Recorder {
  readonly #evaluate: EvaluateInPanel;
  #begun = 0;

  private constructor(evaluate: EvaluateInPanel) {
    this.#evaluate = evaluate;
  }

  /** Starts to collect events, for all cases. */
  static async start(evaluate: EvaluateInPanel): Promise<Recorder> {
    await evaluate(collect);
    return new Recorder(evaluate);
  }

  /** Waits until no event arrives any more. */
  async untilQuiet(): Promise<void> {
    const since = performance.now();
    const isQuiet = async () => {
      const { quietFor } = quietSchema.parse(await this.#evaluate(readQuiet));
      return Math.min(quietFor, performance.now() - since) >= quietTime;
    };
    await waitFor(isQuiet, { what: "the last request of a case to finish" });
  }

  /** Forgets the requests so far: the case begins now. */
  async restart(): Promise<void> {
    await this.untilQuiet();
    await this.#evaluate(forget);
    this.#begun = Date.now();
  }

  /** Records what an action causes, until the page is quiet. */
  async record(act: () => Promise<void>): Promise<Captured> {
    await this.restart();
    await act();
    await this.untilQuiet();
    const { finished, listed } = capturedSchema.parse(
      JSON.parse(z.string().parse(await this.#evaluate(readAll))),
    );
    const isOfCase = ({ startedDateTime }: HarEntry) => Date.parse(startedDateTime) >= this.#begun;
    return { finished, listed: listed.filter(isOfCase) };
  }
}
