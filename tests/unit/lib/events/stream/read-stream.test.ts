import { describe, expect, test } from "vitest";

import { readStream, type StreamBatch } from "../../../../../lib/events/stream/read-stream.ts";
import { nextTurn } from "../../messages/next-turn.ts";
import { frameError, frameEvent, frameHeartbeat, makeUserEvent } from "../sample-events.ts";

const encoder = new TextEncoder();

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/** Opens a stream that the test fills; `waiting` counts the pieces that nobody has read. */
function openBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
  });
  return {
    body,
    send: (text: string) => controller?.enqueue(encoder.encode(text)),
    close: () => controller?.close(),
    waiting: () => 1 - (controller?.desiredSize ?? 0),
  };
}

async function readAll(
  chunks: readonly (string | Uint8Array)[],
  maxFrameLength?: number,
): Promise<StreamBatch[]> {
  const bytes = chunks.map((chunk) => (typeof chunk === "string" ? encoder.encode(chunk) : chunk));
  const options = maxFrameLength === undefined ? {} : { maxFrameLength };
  return collect(readStream(streamOf(bytes), options));
}

async function collect(reading: AsyncIterable<StreamBatch>): Promise<StreamBatch[]> {
  const batches: StreamBatch[] = [];
  for await (const batch of reading) batches.push(batch);
  return batches;
}

/** Joins all batches of a stream; the result must not depend on the pieces. */
function merge(batches: readonly StreamBatch[]) {
  return {
    ids: batches.flatMap(({ events }) => events.map(({ id }) => id)),
    notes: batches.flatMap(({ events }) => events.map(({ envelope }) => envelope["note"])),
    cursor: batches.findLast(({ cursor }) => cursor !== undefined)?.cursor,
    retryMs: batches.findLast(({ retryMs }) => retryMs !== undefined)?.retryMs,
    comments: batches.flatMap(({ comments }) => comments),
    malformed: batches.flatMap(({ malformed }) => malformed.map(({ code }) => code)),
    failure: batches.at(-1)?.failure,
  };
}

const sample = [
  ":connected\n\nretry: 2000\n\n",
  frameEvent("o1", makeUserEvent("evt_1", { note: "Zoë 🙂" })),
  frameEvent("o2", makeUserEvent("evt_2")).replaceAll("\n", "\r\n"),
  ": keep-alive\n\n",
  "data: {broken\n\n",
  "no field at all\n\n",
  "retry: soon\n\n",
  "future-field: 1\n\n",
  frameHeartbeat("o3"),
  frameEvent("o4", makeUserEvent("evt_4")).replaceAll("\n", "\r"),
  frameError("connection_timeout", "o5"),
  frameEvent("o6", makeUserEvent("evt_after_the_end")),
  ": after the end\n\nretry: 9000\n\nretry: never\n\ndata: {broken\n\n",
].join("");

const wanted = {
  ids: ["evt_1", "evt_2", "evt_4"],
  notes: ["Zoë 🙂", undefined, undefined],
  cursor: "o4",
  retryMs: 2_000,
  comments: ["connected", "keep-alive"],
  malformed: ["not-json", "invalid-retry"],
  failure: { code: "connection_timeout", message: "because of connection_timeout", offset: "o5" },
};

describe("readStream", () => {
  test(
    "returns events, cursor, retry, comments, unreadable frames and error of a read in one batch",
    { tags: ["events.stream.data-json"] },
    async () => {
      const batches = await readAll([sample]);
      expect(batches).toHaveLength(1);
      expect(merge(batches)).toEqual(wanted);
    },
  );

  test("returns the same for every split of the stream in two", async () => {
    const bytes = encoder.encode(sample);
    for (let at = 0; at <= bytes.length; at += 1) {
      const batches = await readAll([bytes.slice(0, at), bytes.slice(at)]);
      expect(merge(batches), `cut at ${at}`).toEqual(wanted);
    }
  });

  test("returns the same for the stream byte by byte", async () => {
    const bytes = encoder.encode(sample);
    const batches = await readAll(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    expect(merge(batches)).toEqual(wanted);
  });

  test("keeps the previous cursor after an event without a cursor", async () => {
    const bare = `data: ${JSON.stringify({ event: makeUserEvent("evt_2") })}\n\n`;
    const [batch] = await readAll([frameEvent("o1", makeUserEvent("evt_1")) + bare]);
    expect(batch?.events.map(({ id }) => id)).toEqual(["evt_1", "evt_2"]);
    expect(batch?.cursor).toBe("o1");
  });

  test("ignores a frame without data, as SSE requires, and does not report it as unreadable", async () => {
    const empty = "event: keep-alive\ndata:\n\nevent: error\ndata:\n\nid: o9\n\n";
    const merged = merge(await readAll([empty + frameEvent("o1", makeUserEvent("evt_1")) + empty]));
    expect(merged).toMatchObject({ ids: ["evt_1"], cursor: "o1", malformed: [] });
    expect(merged.failure).toBeUndefined();
  });

  test("ignores a byte order mark before the first frame", async () => {
    const merged = merge(await readAll([`\u{FEFF}${frameEvent("o1", makeUserEvent("evt_1"))}`]));
    expect(merged).toMatchObject({ ids: ["evt_1"], cursor: "o1", malformed: [] });
  });

  test.each([undefined, "o1"])(
    "resumes before an event that an error cut off, at whatever byte, if the error has the cursor %s",
    async (offset) => {
      const whole = frameEvent("o2", makeUserEvent("evt_2"));
      for (let cut = 0; cut < whole.length; cut += 1) {
        const rest = whole.slice(0, cut) + frameError("connection_timeout", offset);
        const merged = merge(await readAll([frameHeartbeat("o1"), rest]));
        expect(merged, `cut at ${cut}`).toMatchObject({ ids: [], cursor: "o1" });
        expect(merged.failure?.offset ?? "o1", `cut at ${cut}`).toBe("o1");
      }
    },
  );

  test("discards an incomplete last frame, and keeps the cursor before it", async () => {
    const whole = frameEvent("o2", makeUserEvent("evt_2"));
    for (const cut of [10, 60, whole.length - 1]) {
      const merged = merge(await readAll([frameHeartbeat("o1"), whole.slice(0, cut)]));
      expect(merged).toMatchObject({ ids: [], cursor: "o1", malformed: [] });
    }
  });

  test.each([
    ["in one line", (frame: string) => frame],
    ["in one line ended by CR LF", (frame: string) => frame.replaceAll("\n", "\r\n")],
    ["in many lines", (frame: string) => frame.replaceAll("xxxxxxxxxx", "x\ndata: ")],
  ])(
    "reports and skips a frame above the limit, %s, and reads the frames around it",
    async (_, shape) => {
      const stream = [
        frameEvent("o1", makeUserEvent("evt_1")),
        shape(frameEvent("o2", makeUserEvent("evt_2", { note: "x".repeat(9_000) }))),
        frameEvent("o3", makeUserEvent("evt_3")),
        frameEvent("o4", makeUserEvent("evt_4")),
      ].join("");
      for (const size of [1, 7, 100, 1_500, 5_000, stream.length]) {
        const chunks = stream.match(new RegExp(`[^]{1,${size}}`, "gu")) ?? [];
        const merged = merge(await readAll(chunks, 1_000));
        expect(merged, `chunks of ${size}`).toMatchObject({
          ids: ["evt_1", "evt_3", "evt_4"],
          cursor: "o4",
          malformed: ["frame-too-large"],
        });
      }
    },
  );

  test("by default reads a frame of half a million characters, and skips one of more than a million", async () => {
    const frame = (id: string, length: number) =>
      frameEvent(id, makeUserEvent(id, { note: "x".repeat(length) }));
    const merged = merge(
      await readAll([frame("half", 500_000), frame("more", 1_048_576), frame("little", 10)]),
    );
    expect(merged).toMatchObject({ ids: ["half", "little"], malformed: ["frame-too-large"] });
  });

  test("describes the frames that it could not read in sentences, with what may be shown of them", async () => {
    const long = frameEvent("o1", makeUserEvent("evt_1", { note: "x".repeat(2_000) }));
    const batches = await readAll(["retry: soon\n\n", long], 1_000);
    expect(batches.flatMap(({ malformed }) => malformed)).toEqual([
      {
        code: "invalid-retry",
        message: "The retry field of the event stream is not a number of milliseconds.",
        raw: "retry: soon",
      },
      {
        code: "frame-too-large",
        message: "A message of the event stream exceeded the size limit and was skipped.",
        raw: "",
      },
    ]);
  });

  test("shortens a long comment", async () => {
    const [batch] = await readAll([`:${"x".repeat(10_000)}\n\n`]);
    expect(batch?.comments).toEqual(["x".repeat(200)]);
  });

  test("throws for a broken connection after the data before it", async () => {
    const seen: string[] = [];
    const reading = async (): Promise<void> => {
      let step = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          step += 1;
          if (step === 1) controller.enqueue(encoder.encode(frameHeartbeat("o1")));
          else controller.error(new TypeError("network error"));
        },
      });
      for await (const batch of readStream(body)) seen.push(String(batch.cursor));
    };
    await expect(reading()).rejects.toThrow("network error");
    expect(seen).toEqual(["o1"]);
  });

  test("reads on while its consumer works, and yields what arrived meanwhile in one batch", async () => {
    const stream = openBody();
    const seen: number[] = [];
    const working = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = (async () => {
      for await (const { events } of readStream(stream.body)) {
        seen.push(events.length);
        await working[seen.length - 1]?.promise;
      }
    })();
    for (const id of ["1", "2", "3"]) {
      stream.send(frameEvent(id, makeUserEvent(id)));
      await nextTurn();
    }
    expect(seen).toEqual([1]);
    working[0]?.resolve();
    await nextTurn();
    expect(seen).toEqual([1, 2]);
    stream.send(frameEvent("4", makeUserEvent("4")));
    stream.close();
    working[1]?.resolve();
    await reading;
    expect(seen).toEqual([1, 2, 1]);
  });

  test("stops reading while its consumer works and the next batch is full", async () => {
    const stream = openBody();
    const working = Promise.withResolvers<void>();
    const ids: string[] = [];
    const reading = (async () => {
      for await (const { events } of readStream(stream.body)) {
        ids.push(...events.map(({ id }) => id));
        await working.promise;
      }
    })();
    const large = (id: string) => frameEvent(id, makeUserEvent(id, { note: "x".repeat(200_000) }));
    for (const id of ["1", "2", "3", "4", "5"]) {
      stream.send(large(id));
      await nextTurn();
    }
    expect(stream.waiting()).toBe(2);
    working.resolve();
    stream.close();
    await reading;
    expect(ids).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("ends a pending read and cancels the stream on abort", async () => {
    const controller = new AbortController();
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      cancel() {
        isCancelled = true;
      },
    });
    const reading = collect(readStream(body, { signal: controller.signal }));
    controller.abort();
    expect(await reading).toEqual([]);
    expect(isCancelled).toBe(true);
  });

  test("reads nothing and cancels the stream if the signal was aborted before", async () => {
    const cancelled: unknown[] = [];
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(frameHeartbeat("o1"))),
      cancel: () => void cancelled.push("cancelled"),
    });
    expect(await collect(readStream(body, { signal: AbortSignal.abort() }))).toEqual([]);
    expect(cancelled).toEqual(["cancelled"]);
  });

  test("cancels the stream if the consumer stops early", async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(encoder.encode(frameHeartbeat("o")));
      },
      cancel() {
        isCancelled = true;
      },
    });
    for await (const batch of readStream(body)) {
      expect(batch.cursor).toBe("o");
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
