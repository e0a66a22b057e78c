import { expect, test } from "vitest";
import { readBody } from "../../../../lib/http/read-body.ts";

const encoder = new TextEncoder();

interface Source {
  body: ReadableStream<Uint8Array>;
  /** Resolves when all chunks have been read. */
  isDrained: Promise<void>;
  isCancelled(): boolean;
}

/** Opens a body that yields the chunks, and then ends, breaks, or stays open. */
function openBody(chunks: readonly Uint8Array[], end: "close" | "break" | "stay-open"): Source {
  const remaining = [...chunks];
  const { promise: isDrained, resolve } = Promise.withResolvers<void>();
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = remaining.shift();
        if (chunk !== undefined) {
          controller.enqueue(chunk);
          return undefined;
        }
        resolve();
        if (end === "close") controller.close();
        else if (end === "break") controller.error(new TypeError("network error"));
        else return new Promise(() => undefined);
        return undefined;
      },
      cancel() {
        isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isDrained, isCancelled: () => isCancelled };
}

test("reads a body to its end, also where a character lies in two chunks", async () => {
  const bytes = encoder.encode("tenant é");
  const { body } = openBody([bytes.slice(0, -1), bytes.slice(-1)], "close");
  expect(await readBody(body, { maxBytes: 100 })).toEqual({ text: "tenant é", end: "complete" });
});

test("replaces a character that the end of the body cuts off", async () => {
  const { body } = openBody([encoder.encode("é").slice(0, 1)], "close");
  expect(await readBody(body, { maxBytes: 100 })).toEqual({ text: "\ufffd", end: "complete" });
});

test("returns no text for a response without a body", async () => {
  expect(await readBody(null, { maxBytes: 0 })).toEqual({ text: "", end: "complete" });
});

test("accepts a body that is exactly as large as the limit, counted in bytes", async () => {
  const { body } = openBody([encoder.encode("éé")], "close");
  expect(await readBody(body, { maxBytes: 4 })).toEqual({ text: "éé", end: "complete" });
});

test("stops and cancels a body that exceeds the limit", async () => {
  const source = openBody([encoder.encode("12"), encoder.encode("345")], "stay-open");
  expect(await readBody(source.body, { maxBytes: 4 })).toEqual({ text: "12345", end: "too-large" });
  expect(source.isCancelled()).toBe(true);
});

test("keeps the text that arrived before the connection broke", async () => {
  const { body } = openBody([encoder.encode("half")], "break");
  expect(await readBody(body, { maxBytes: 100 })).toEqual({ text: "half", end: "interrupted" });
});

test("ends on abort although the body never ends, and cancels it", async () => {
  const source = openBody([encoder.encode("half")], "stay-open");
  const controller = new AbortController();
  const reading = readBody(source.body, { maxBytes: 100, signal: controller.signal });
  await source.isDrained;
  controller.abort();
  expect(await reading).toEqual({ text: "half", end: "interrupted" });
  expect(source.isCancelled()).toBe(true);
});

test("reads nothing if the signal has aborted before", async () => {
  const source = openBody([encoder.encode("half")], "close");
  const signal = AbortSignal.abort();
  expect(await readBody(source.body, { maxBytes: 100, signal })).toEqual({
    text: "",
    end: "interrupted",
  });
  expect(source.isCancelled()).toBe(true);
});
