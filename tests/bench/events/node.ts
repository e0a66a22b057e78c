// A separate Node process for the bench. It creates the schemas as in the extension, whose content
// security policy forbids code from text, and no other section's schemas. It returns the frames per
// second of "ours" or "other".
import "../../../lib/platform/schema-engine.ts";
import { performance } from "node:perf_hooks";
import { createParser } from "eventsource-parser";
import { readStream } from "../../../lib/events/stream/read-stream.ts";
import { recordStream, streamOf } from "./recording.ts";

const frameCount = 20_000;

/** Parses bytes to messages and validates them with their schemas. */
async function measureMessages(pieces: readonly Uint8Array[]): Promise<number> {
  const start = performance.now();
  let events = 0;
  for await (const batch of readStream(streamOf(pieces))) {
    events += batch.events.filter(({ malformed }) => !malformed).length;
  }
  const seconds = (performance.now() - start) / 1000;
  if (events < frameCount) throw new Error(`Expected ${frameCount} events, parsed ${events}.`);
  return events / seconds;
}

/** Parses bytes to plain JSON. */
async function measureParser(pieces: readonly Uint8Array[]): Promise<number> {
  const start = performance.now();
  let events = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent(frame) {
      const message: unknown = JSON.parse(frame.data);
      if (typeof message === "object" && message !== null && "event" in message) events += 1;
    },
  });
  for await (const piece of streamOf(pieces)) parser.feed(decoder.decode(piece, { stream: true }));
  return events / ((performance.now() - start) / 1000);
}

const recording = recordStream(frameCount);

process.on("message", (side: unknown) => {
  void recording
    .then((pieces) => (side === "ours" ? measureMessages(pieces) : measureParser(pieces)))
    .then(
      (rate) => process.send?.(rate),
      (cause: unknown) => process.send?.(String(cause)),
    );
});
