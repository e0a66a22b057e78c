import { describe, expect, test } from "vitest";
import {
  fetchOverPort,
  NotReceivedError,
  type PortRequest,
} from "../../../../lib/sandbox/port-fetch.ts";
import { openRequest } from "../../../../lib/sandbox/open-request.ts";
import { servePort, type Respond } from "../../../../lib/sandbox/serve-port.ts";
import { createPortPair } from "./port-pair.ts";

const get: PortRequest = {
  url: "https://sandbox.invalid/authorize",
  method: "GET",
  headers: new Headers(),
  hasCookies: false,
};

/** Sends a request to a responder over a pair of ports. */
function ask(respond: Respond, request: PortRequest = get, signal?: AbortSignal) {
  const { near, far } = createPortPair();
  servePort(far, respond);
  return { near, far, response: fetchOverPort(near, request, signal) };
}

/** A body that counts what was read of it, and notes its cancellation. */
function createBody(pieces: readonly string[]) {
  const seen = { reads: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[seen.reads];
        seen.reads += 1;
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, body };
}

describe("a request over a port", () => {
  test("carries its method, all headers and the bytes of its body", async () => {
    const bytes = new Uint8Array(20_000).map((_, index) => index % 256);
    const headers = new Headers({ cookie: "tenant_login=1", origin: "https://app.example" });
    const { response } = ask(
      async (sent, signal) => {
        const request = openRequest(sent, signal);
        const received = new Uint8Array(await request.arrayBuffer());
        return Response.json({
          method: request.method,
          headers: [...request.headers],
          isSame:
            received.length === bytes.length && received.every((byte, at) => byte === bytes[at]),
        });
      },
      { url: get.url, method: "POST", headers, body: bytes, hasCookies: true },
    );
    const { status, body } = await response;
    expect(status).toBe(200);
    expect(await new Response(body).json()).toEqual({
      method: "POST",
      headers: [...headers],
      isSame: true,
    });
  });

  test("returns each Set-Cookie, and no body for 204", async () => {
    const headers = new Headers([
      ["set-cookie", "a=1; HttpOnly"],
      ["set-cookie", "b=2"],
    ]);
    const { response, far } = ask(() =>
      Promise.resolve(new Response(null, { status: 204, headers })),
    );
    const answer = await response;
    expect(answer.headers.getSetCookie()).toEqual(["a=1; HttpOnly", "b=2"]);
    expect(answer.body).toBeNull();
    await expect.poll(() => far.isOpen).toBe(false);
  });

  test("reads a piece of the body only when somebody reads it", async () => {
    const { seen, body } = createBody(["one ", "two ", "three"]);
    const { response } = ask(() => Promise.resolve(new Response(body)));
    const reader = (await response).body?.getReader();
    expect(seen.reads).toBe(0);
    await reader?.read();
    expect(seen.reads).toBe(1);
    reader?.releaseLock();
  });

  test("tells the responder at once that its reader has gone", async () => {
    const { seen, body } = createBody(["one ", "two "]);
    let signal: AbortSignal | undefined;
    const { response } = ask((_request, gone) => {
      signal = gone;
      return Promise.resolve(new Response(body));
    });
    await (await response).body?.cancel();
    await expect.poll(() => seen.isCancelled).toBe(true);
    expect(signal?.aborted).toBe(true);
  });

  test("ends before the head and in the body when its signal aborts", async () => {
    const early = new AbortController();
    const { response } = ask(() => new Promise(() => undefined), get, early.signal);
    early.abort(new Error("The user cancelled."));
    await expect(response).rejects.toThrow("The user cancelled.");

    const late = new AbortController();
    const { seen, body } = createBody(["one "]);
    const answer = await ask(() => Promise.resolve(new Response(body)), get, late.signal).response;
    const read = answer.body?.getReader().read();
    late.abort(new Error("The user left."));
    await expect(read).rejects.toThrow("The user left.");
    await expect.poll(() => seen.isCancelled).toBe(true);
  });

  test("fails as a lost connection when the responder throws, breaks off or disappears", async () => {
    const lost = "The sandbox tenant ended before its response was complete.";
    await expect(ask(() => Promise.reject(new Error("secret"))).response).rejects.toThrow(lost);

    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error("cut"));
      },
    });
    const { body } = await ask(() => Promise.resolve(new Response(broken))).response;
    await expect(new Response(body).text()).rejects.toThrow(lost);

    const { response, far } = ask((_request, signal) => {
      queueMicrotask(() => far.disconnect());
      return new Promise((_, reject) => signal.addEventListener("abort", reject));
    });
    await expect(response).rejects.toThrow(lost);
  });

  test("fails in another way if nothing received it", async () => {
    const { near, far } = createPortPair();
    far.disconnect();
    await expect(fetchOverPort(near, get)).rejects.toBeInstanceOf(NotReceivedError);
  });

  test.each([
    ["a message that is no request", { kind: "pull" }],
    [
      "a request to no URL",
      { kind: "request", url: "/x", method: "GET", headers: [], hasCookies: false },
    ],
    ["a body that is no bytes", { kind: "request", ...get, headers: [], body: "\u2028" }],
  ])("is refused by closing the port: %s", async (_what, message) => {
    const { near, far } = createPortPair();
    servePort(far, () => Promise.reject(new Error("Nothing is asked here.")));
    near.post(message);
    await expect.poll(() => near.isOpen).toBe(false);
  });
});
