import type { Fetch } from "../../lib/http/fetch.ts";
import type { FramesPort, MessagesPort } from "../../lib/auth/index.ts";
import type { CommandSender } from "../../lib/messages/command-channel.ts";
import { sandboxOrigin } from "../../lib/messages/domain.ts";
import { createPageReader } from "../../lib/platform/read-page.ts";
import { connectToSandbox } from "../../lib/platform/sandbox-ports.ts";
import { pageTaskSchema } from "../../lib/sandbox/page-facts.ts";
import { createSandboxFetch } from "../../lib/sandbox/sandbox-fetch.ts";
import { createSandboxSender } from "../../lib/sandbox/send-to-sandbox.ts";
import { createSilentFrames } from "../../lib/sandbox/silent-frames.ts";
import { createUserAgent } from "../../lib/sandbox/user-agent.ts";

/** Connects this page to the sandbox, whose requests and frames never reach the network. */
export function connectSandbox(send: CommandSender): {
  fetch: Fetch;
  /** @param page the ports of this page, for all other origins */
  openFrames(page: { frames?: FramesPort; messages?: MessagesPort }): {
    frames: FramesPort;
    messages: MessagesPort;
  };
} {
  const origin = sandboxOrigin;
  const ownOrigin = location.origin;
  const sendToSandbox = createSandboxSender({
    connect: connectToSandbox,
    start: async () => (await send("sandbox.start", {})).isStarted,
  });
  return {
    fetch: createSandboxFetch({
      origin,
      ownOrigin,
      send: sendToSandbox,
      fetch: () => Promise.reject(new Error("Only requests for the sandbox come here.")),
    }),
    openFrames: (page) =>
      createSilentFrames({
        origin,
        ownOrigin,
        agent: createUserAgent({ origin, send: sendToSandbox }),
        readPage: createPageReader(pageTaskSchema),
        page,
      }),
  };
}
