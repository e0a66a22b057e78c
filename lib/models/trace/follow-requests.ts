import type { Schedule } from "../../messages/feed-channel.ts";
import type { CaptureStore } from "../../trace/capture/capture-store.ts";
import { lacksDocument, lookFiltered } from "../../trace/capture/look-filtered.ts";
import { needsBody } from "../../trace/capture/needs-body.ts";
import type { Exchange } from "../../trace/exchange.ts";
import type { Navigation } from "../../trace/capture-context.ts";
import type { GivenBody } from "../../trace/read-entry.ts";

/** A request as the browser reports it. */
export interface ReportedRequest {
  /** A HAR entry (HTTP Archive 1.2), not parsed. */
  entry: unknown;
  /** Reads the response's text. Null if the browser has none; missing if the entry has it. */
  readBody?: () => Promise<GivenBody | null>;
}

/** The requests and page loads of the inspected page, as the browser reports them. */
export interface RequestPort {
  /** Reports requests and page loads until the returned function is called. */
  watch(listener: {
    onFinished: (request: ReportedRequest) => void;
    onNavigated: (url: string) => void;
  }): () => void;
  /** Returns the browser's own list of requests. Costly: Firefox copies all bodies. */
  readSnapshot(): Promise<readonly ReportedRequest[]>;
  /** True in Firefox: it loses requests that start while it creates the list. */
  doSnapshotsDisturb: boolean;
  /** Unix time in ms. */
  now(): number;
  schedule: Schedule;
}

/** Where the reports go. */
interface Follower {
  store: CaptureStore;
  /** The last load of the page, if one was reported. */
  lastNavigation(): Navigation | undefined;
  onNavigated(navigation: Navigation): void;
  /** Called after each change of the store. */
  onChange: () => void;
}

/** In ms. Firefox reports a request up to 0.9 s after its end. */
const quietTime = 1_000;
/** The maximum time in ms without a snapshot while requests arrive all the time. */
const longestActivity = 5_000;
/** How often a snapshot is repeated, at doubled intervals, while requests have no response. */
const maxRepeats = 3;

/**
 * Adds what the browser reports to a store. Its own list is read at the start and when requests
 * pause, never at intervals. Returns a function that stops this.
 */
export function followRequests(port: RequestPort, follower: Follower): () => void {
  const { store, onChange } = follower;
  const startedAt = port.now();
  let isStopped = false;
  let activeSince: number | undefined;
  let cancel: (() => void) | undefined;
  const schedule = (task: () => void, delay: number) => {
    cancel?.();
    cancel = port.schedule(() => {
      cancel = undefined;
      task();
    }, delay);
  };

  const add = async ({ readBody }: ReportedRequest, exchange: Exchange | undefined) => {
    if (exchange === undefined) return;
    onChange();
    if (readBody === undefined || exchange.responseBody.state === "text") return;
    if (!needsBody(exchange)) return;
    store.addBody(exchange.id, await readBody());
    onChange();
  };
  /** On a busy machine, Firefox lists the document of a load only seconds after the load. */
  const isBehind = () => {
    const navigation = follower.lastNavigation();
    return (
      port.doSnapshotsDisturb && navigation !== undefined && lacksDocument(store.list(), navigation)
    );
  };
  const readSnapshot = async (repeats: number) => {
    const requests = await port.readSnapshot();
    if (isStopped) return;
    const missed = store.countMissed(startedAt);
    const { added, hasUnfinished } = store.mergeSnapshot(requests.map(({ entry }) => entry));
    for (const [index, request] of requests.entries()) void add(request, added[index]);
    onChange();
    // A request that the user's Network filter hides has no event at its end in Firefox. What
    // follows it can be hidden too, as the frame of a renewal is: then no event asks for a read.
    const hasHidden = port.doSnapshotsDisturb && store.countMissed(startedAt) > missed;
    const isOpen = hasUnfinished || hasHidden || isBehind();
    if (!isOpen || repeats >= maxRepeats || cancel !== undefined) return;
    schedule(() => void readSnapshot(repeats + 1), quietTime * 2 ** (repeats + 1));
  };
  const readIfUseful = () => {
    activeSince = undefined;
    const isUseful =
      !port.doSnapshotsDisturb || lookFiltered(store.list(), follower.lastNavigation());
    if (isUseful) void readSnapshot(0);
  };
  const readWhenQuiet = () => {
    const now = port.now();
    activeSince ??= now;
    schedule(readIfUseful, Math.min(quietTime, Math.max(0, activeSince + longestActivity - now)));
  };

  const stopWatching = port.watch({
    onFinished(request) {
      void add(request, store.addEvent(request.entry));
      readWhenQuiet();
    },
    onNavigated(url) {
      follower.onNavigated({ at: port.now(), url });
      readWhenQuiet();
    },
  });
  void readSnapshot(0);
  return () => {
    isStopped = true;
    stopWatching();
    cancel?.();
  };
}
