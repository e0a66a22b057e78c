import type { FramesPort, MessagesPort, WindowMessage } from "../auth/index.ts";
import type { ReadPage } from "./page-facts.ts";
import type { UserAgent, Visit } from "./user-agent.ts";

export interface SilentFramesPorts {
  /** The origin of the sandbox. */
  origin: string;
  /** The origin of this page, which the pages of the sandbox address. */
  ownOrigin: string;
  agent: UserAgent;
  readPage: ReadPage;
  /** The ports of this page, for all other origins. */
  page: { frames?: FramesPort; messages?: MessagesPort };
}

/**
 * Returns the ports for frames and messages. A frame of the sandbox is no frame: its page is read
 * here, and the message that it would post (OAuth 2.0 Web Message Response Mode) is delivered.
 */
export function createSilentFrames(ports: SilentFramesPorts): {
  frames: FramesPort;
  messages: MessagesPort;
} {
  const { origin, ownOrigin, agent, readPage, page } = ports;
  const listeners = new Set<(message: WindowMessage) => void>();

  function deliver(source: object, visit: Visit): void {
    if (visit.kind === "left") return;
    const { task } = readPage(visit.html, visit.url);
    if (task?.task !== "post" || ![ownOrigin, "*"].includes(task.targetOrigin)) return;
    for (const each of listeners) each({ origin, source, data: task.message });
  }

  return {
    frames: {
      open(url) {
        if (new URL(url).origin !== origin) {
          if (page.frames === undefined) throw new Error("This page has no frames.");
          return page.frames.open(url);
        }
        const source = {};
        let isRemoved = false;
        agent.open(url).then(
          (visit) => {
            if (!isRemoved) deliver(source, visit);
          },
          // As a frame that does not load: the library's time limit ends the call.
          () => undefined,
        );
        return {
          window: source,
          remove() {
            isRemoved = true;
          },
        };
      },
    },
    messages: {
      ...page.messages,
      listen(listener) {
        listeners.add(listener);
        const stop = page.messages?.listen(listener);
        return () => {
          listeners.delete(listener);
          stop?.();
        };
      },
    },
  };
}
