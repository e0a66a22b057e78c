import { describe, expect, test } from "vitest";
import {
  ConnectionLostError,
  NotReceivedError,
  type PortRequest,
} from "../../../../lib/sandbox/port-fetch.ts";
import type { SandboxPort } from "../../../../lib/sandbox/port-messages.ts";
import { createSandboxSender } from "../../../../lib/sandbox/send-to-sandbox.ts";
import { servePort } from "../../../../lib/sandbox/serve-port.ts";
import { createPortPair } from "./port-pair.ts";

const get: PortRequest = {
  url: "https://sandbox.invalid/authorize",
  method: "GET",
  headers: new Headers(),
  hasCookies: false,
};
const post: PortRequest = { ...get, method: "POST" };

/** The end of a sandbox at a connection. */
type Ending = "before the request" | "during the request" | "during the body" | "none";

/**
 * Creates a sender whose connections end as listed; the last ending holds for all further ones.
 * The log has what the sandbox saw, in order.
 */
function createSender(...endings: Ending[]) {
  return createSenderOf({ isRemoved: false }, ...endings);
}

function createSenderOf({ isRemoved }: { isRemoved: boolean }, ...endings: Ending[]) {
  const log: string[] = [];
  const connect = (): SandboxPort => {
    const { near, far } = createPortPair();
    const ending = endings.length > 1 ? endings.shift() : endings[0];
    log.push("connect");
    if (ending === "before the request") far.disconnect();
    else
      servePort(far, (sent) => {
        log.push(sent.method);
        if (ending === "during the request") {
          far.disconnect();
          return Promise.withResolvers<Response>().promise;
        }
        const lostBody = new ReadableStream({ pull: () => far.disconnect() }, { highWaterMark: 0 });
        return Promise.resolve(new Response(ending === "none" ? "page" : lostBody));
      });
    return near;
  };
  const start = (): Promise<boolean> => {
    log.push("start");
    return Promise.resolve(!isRemoved);
  };
  return { log, send: createSandboxSender({ connect, start }) };
}

describe("a request for a sandbox that ends", () => {
  test.each([get, post])(
    "is sent again after a start if nothing was ready for it: $method",
    async (request) => {
      const { log, send } = createSender("before the request", "none");
      const { body } = await send(request);
      expect(await new Response(body).text()).toBe("page");
      expect(log).toEqual(["connect", "start", "connect", request.method]);
    },
  );

  test("is sent again if its method is safe and no response has begun", async () => {
    const { log, send } = createSender("during the request", "none");
    const { body } = await send(get);
    expect(await new Response(body).text()).toBe("page");
    expect(log).toEqual(["connect", "GET", "start", "connect", "GET"]);
  });

  test("fails if it may have changed something", async () => {
    const { log, send } = createSender("during the request", "none");
    await expect(send(post)).rejects.toThrow(ConnectionLostError);
    expect(log).toEqual(["connect", "POST"]);
  });

  test("fails with the reason, and is not sent again, if the sandbox was removed", async () => {
    const { log, send } = createSenderOf({ isRemoved: true }, "before the request", "none");
    await expect(send(get)).rejects.toThrow("choose “Try the sandbox”");
    expect(log).toEqual(["connect", "start"]);
  });

  test("is sent no third time", async () => {
    const lost = createSender("during the request");
    await expect(lost.send(get)).rejects.toThrow(ConnectionLostError);
    expect(lost.log).toEqual(["connect", "GET", "start", "connect", "GET"]);
    const never = createSender("before the request");
    await expect(never.send(post)).rejects.toThrow(NotReceivedError);
    expect(never.log).toEqual(["connect", "start", "connect"]);
  });

  test("fails if the response has begun", async () => {
    const { log, send } = createSender("during the body", "none");
    const { body } = await send(get);
    await expect(new Response(body).text()).rejects.toThrow(ConnectionLostError);
    expect(log).toEqual(["connect", "GET"]);
  });

  test("is not sent again after its caller has aborted it", async () => {
    const { log, send } = createSender("none");
    const caller = new AbortController();
    const sent = send(get, caller.signal);
    caller.abort();
    await expect(sent).rejects.toThrow("abort");
    expect(log).toEqual(["connect"]);
  });
});
