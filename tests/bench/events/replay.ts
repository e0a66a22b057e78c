import { setTimeout as pause } from "node:timers/promises";
import { createTenant } from "../../../tenant/app.ts";
import { listenOnLoopback } from "../../../tenant/server/listen.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { countFrames } from "./recording.ts";

/** A local tenant whose event stream is a recording that starts on demand. */
export interface Replay {
  readonly origin: string;
  /** The URL of the same recording for a reader beside the product. */
  readonly plainUrl: string;
  /** Sets how many recorded events a new stream sends, and how many of them each second. */
  limit(count: number, perSecond?: number): void;
  /**
   * Resolves when the product is connected to the recording. The recording starts with a request
   * for the stream's URL with `?start`.
   */
  awaited(): Promise<void>;
  /** Ends all streams. */
  drop(): void;
  close(): Promise<void>;
}

const productPath = "/api/v2/events";
const plainPath = "/recording";

/** @param pieces a recording of `recordStream` */
export async function openReplay(pieces: readonly Uint8Array[]): Promise<Replay> {
  let limit = Number.POSITIVE_INFINITY;
  let rate = Number.POSITIVE_INFINITY;
  /** The readers that wait at each of the two URLs: a start of one must not start the other. */
  const waiting = new Map<string, Set<() => void>>([
    [productPath, new Set()],
    [plainPath, new Set()],
  ]);
  const open = new Set<AbortController>();
  const [first = new Uint8Array()] = pieces;
  const sizes = pieces.map(countFrames);

  function stream(request: Request, own: Set<() => void>): Response {
    const ended = new AbortController();
    open.add(ended);
    const started = Promise.withResolvers<void>();
    let [index, sent, startedAt] = [0, 0, 0];
    const end = () => {
      open.delete(ended);
      own.delete(started.resolve);
    };
    request.signal.addEventListener("abort", () => ended.abort());
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(first);
        own.add(started.resolve);
        ended.signal.addEventListener("abort", () => {
          end();
          try {
            controller.close();
          } catch {
            // The reader has already disconnected.
          }
        });
      },
      async pull(controller) {
        await started.promise;
        if (sent === 0) startedAt = performance.now();
        index += 1;
        const piece = pieces[index];
        // A reader with all chunks stays connected, like at a tenant without new events.
        if (piece === undefined || sent >= limit || ended.signal.aborted) {
          await new Promise((resolve) => ended.signal.addEventListener("abort", resolve));
          return;
        }
        const earlyMs = startedAt + (1_000 * sent) / rate - performance.now();
        if (earlyMs > 0) await pause(earlyMs);
        sent += sizes[index] ?? 0;
        if (!ended.signal.aborted) controller.enqueue(piece);
      },
      cancel: end,
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  const tenant = Promise.withResolvers<ReturnType<typeof createTenant>>();
  const listener = await listenOnLoopback(0, async (request) => {
    const { pathname, search } = new URL(request.url);
    const own = waiting.get(pathname);
    if (own !== undefined && search !== "?start") return stream(request, own);
    if (own !== undefined) {
      for (const start of own) start();
      own.clear();
      return new Response();
    }
    return (await tenant.promise).fetch(request);
  });
  const origin = `http://localhost:${listener.port}`;
  tenant.resolve(createTenant({ origin, demoOrigins: [] }));
  await (
    await tenant.promise
  ).ready;
  const drop = () => {
    for (const ended of open) ended.abort();
  };
  return {
    origin,
    plainUrl: `${origin}${plainPath}`,
    limit(count, perSecond = Number.POSITIVE_INFINITY) {
      limit = count;
      rate = perSecond;
    },
    async awaited() {
      await waitFor(() => waiting.get(productPath)?.size, {
        what: "a reader of the recording",
      });
    },
    drop,
    async close() {
      drop();
      (await tenant.promise).stop();
      await listener.close();
    },
  };
}
