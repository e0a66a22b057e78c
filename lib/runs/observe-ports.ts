import type {
  AuthPorts,
  ClockPort,
  FetchRequest,
  MessagesPort,
  OpenedWindow,
} from "../auth/index.ts";
import { limitText } from "./limit-text.ts";
import type { StepLog } from "./step-log.ts";

/** The ports of a run, which report each use, and release all that is open when the run ends. */
export interface ObservedPorts {
  ports: Partial<AuthPorts>;
  /** Removes open frames, popups, listeners and timers, and aborts open requests. */
  release(): void;
}

/**
 * Wraps the ports that a call uses. Each use becomes a step of the log.
 *
 * @param rewrite returns the URL to open instead of the URL of a frame or a popup
 */
export function observePorts(
  given: Partial<AuthPorts>,
  log: StepLog,
  rewrite: (url: string) => string = (url) => url,
): ObservedPorts {
  const open = new Set<() => void>();
  let isReleased = false;
  /** Keeps a clean-up until it has run. */
  const hold = (cleanUp: () => void): (() => void) => {
    const once = () => {
      if (open.delete(once)) cleanUp();
    };
    open.add(once);
    // The library may have waited for a digest during the release, and continues after it.
    if (isReleased) once();
    return once;
  };
  const refuseAfterRelease = () => {
    if (isReleased) throw new Error("The run has ended.");
  };
  const { fetch, clock, frames, popups, messages, ...others } = given;

  const observeWindow = (opened: OpenedWindow, end: () => void): OpenedWindow => {
    const remove = hold(() => {
      opened.remove();
      end();
    });
    return { ...opened, remove };
  };

  return {
    ports: {
      ...others,
      ...(fetch && {
        fetch: (url: string, request: FetchRequest) =>
          observeFetch({ fetch, hold, log }, url, request),
      }),
      ...(clock && { clock: observeClock(clock, open, hold) }),
      ...(frames && {
        frames: {
          open(url: string) {
            refuseAfterRelease();
            const sent = rewrite(url);
            const end = log.begin({ kind: "frame", url: limitText(sent) });
            return observeWindow(frames.open(sent), end);
          },
        },
      }),
      ...(popups && {
        popups: {
          open(url: string, size: Parameters<typeof popups.open>[1]) {
            refuseAfterRelease();
            const sent = rewrite(url);
            const popup = popups.open(sent, size);
            const end = log.begin({
              kind: "popup",
              url: limitText(sent),
              isBlocked: popup === null,
            });
            if (popup !== null) return observeWindow(popup, end);
            end();
            return null;
          },
        },
      }),
      ...(messages && { messages: observeMessages(messages, hold, log) }),
    },
    release() {
      isReleased = true;
      for (const cleanUp of open) cleanUp();
    },
  };
}

/** Returns a clock whose timers are stopped at the release, and leave the set when they fire. */
function observeClock(
  clock: ClockPort,
  open: Set<() => void>,
  hold: (cleanUp: () => void) => () => void,
): ClockPort {
  return {
    now: () => clock.now(),
    after(milliseconds, callback) {
      const stop = hold(
        clock.after(milliseconds, () => {
          open.delete(stop);
          callback();
        }),
      );
      return stop;
    },
  };
}

async function observeFetch(
  parts: { fetch: AuthPorts["fetch"]; hold: (cleanUp: () => void) => () => void; log: StepLog },
  url: string,
  request: FetchRequest,
): ReturnType<typeof readWhole> {
  const { fetch, hold, log } = parts;
  const end = log.begin({
    kind: "request",
    method: request.method,
    url: limitText(url),
    headers: { ...request.headers },
    body: limitText(`${request.body ?? ""}`),
  });
  const controller = new AbortController();
  const drop = hold(() => controller.abort());
  const signal = AbortSignal.any([request.signal, controller.signal]);
  try {
    const response = await readWhole(await fetch(url, { ...request, signal }));
    end({ status: response.status, answer: limitText(await response.text()) });
    return response;
  } catch (failure) {
    end({ isFailed: true });
    throw failure;
  } finally {
    drop();
  }
}

/** Reads the body of a response for both the log and the library. */
async function readWhole(response: Awaited<ReturnType<AuthPorts["fetch"]>>) {
  const text = await response.text();
  const { ok, status, headers } = response;
  return { ok, status, headers, text: async () => text };
}

function observeMessages(
  messages: MessagesPort,
  hold: (cleanUp: () => void) => () => void,
  log: StepLog,
): MessagesPort {
  return {
    opener: messages.opener,
    parent: messages.parent,
    listen(listener) {
      return hold(
        messages.listen((message) => {
          const data = toJson(message.data);
          if (/authorization_response/.test(data)) {
            log.add({ kind: "message", origin: limitText(message.origin), data: limitText(data) });
          }
          listener(message);
        }),
      );
    },
  };
}

/** Returns the JSON of a message's data, or an empty text where it has none. */
function toJson(data: unknown): string {
  try {
    return JSON.stringify(data) ?? "";
  } catch {
    return "";
  }
}
