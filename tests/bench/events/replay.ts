import { createTenant } from "../../../tenant/app.ts";
import { listenOnLoopback } from "../../../tenant/server/listen.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { countFrames } from "./recording.ts";

/** A local tenant whose event stream is a recording that begins when it is told to. */
export interface Replay {
  readonly origin: string;
  /** The same recording for a reader beside the product. */
  readonly plainUrl: string;
  /** From now on a stream brings so many events of the recording. */
  limit(count: number): void;
  /** Resolves when the product waits for the recording. It begins when the stream's address with `?start` is asked for. */
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
  /** Who waits at which of the two addresses: starting one must not start the other. */
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
    let [index, sent] = [0, 0];
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
            // Its reader had left already.
          }
        });
      },
      async pull(controller) {
        await started.promise;
        index += 1;
        const piece = pieces[index];
        // Whoever has all of it stays connected, as with a tenant that has nothing more to tell.
        if (piece === undefined || sent >= limit || ended.signal.aborted) {
          await new Promise((resolve) => ended.signal.addEventListener("abort", resolve));
          return;
        }
        sent += sizes[index] ?? 0;
        controller.enqueue(piece);
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
    limit(count) {
      limit = count;
    },
    async awaited() {
      await waitFor(() => waiting.get(productPath)?.size, {
        what: "a reader of the recording",
        timeout: 60_000,
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
