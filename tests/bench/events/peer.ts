// The code that the bench adds to the product's worker: it stores the same stream frame by frame.
import { createParser } from "eventsource-parser";
import { deleteDB, openDB } from "idb";

const name = "bench-peer";

/**
 * Stores a stream with one write per frame. Each write is awaited before the next read, with the
 * durability that the product uses.
 *
 * @returns milliseconds from the start of the recording until all of it is stored
 */
async function storeByFrame(url: string, count: number): Promise<number> {
  const { db, frames, readNext, close } = await openReader(url);
  const startedAt = performance.now();
  await fetch(`${url}?start`);
  for (let stored = 0; stored < count;) {
    await readNext();
    for (const { id, data } of frames.splice(0)) {
      const message: unknown = JSON.parse(data);
      const writing = db.transaction("events", "readwrite", { durability: "relaxed" });
      await Promise.all([writing.store.put({ id, message }), writing.done]);
      stored += 1;
    }
  }
  const milliseconds = performance.now() - startedAt;
  close();
  return milliseconds;
}

/**
 * Stores a stream with one write per batch: what arrived during the last write and the 16 ms after
 * it, as the product pauses. Returns once all frames are stored.
 *
 * @returns the number of writes
 */
async function storeInBatches(url: string, count: number): Promise<number> {
  const { db, frames, readNext, close } = await openReader(url);
  const reading = (async () => {
    for (;;) await readNext();
  })();
  // It ends when the stream is closed below.
  reading.catch(() => undefined);
  await fetch(`${url}?start`);
  let writes = 0;
  for (let stored = 0; stored < count;) {
    const batch = frames.splice(0);
    if (batch.length > 0) {
      const messages = batch.map(({ data }): unknown => JSON.parse(data));
      const writing = db.transaction("events", "readwrite", { durability: "relaxed" });
      await Promise.all([writing.store.put({ id: batch[0]?.id, messages }), writing.done]);
      stored += batch.length;
      writes += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 16));
  }
  close();
  return writes;
}

/** Opens an empty database and the stream, and reads its first piece, which has no event. */
async function openReader(url: string) {
  await deleteDB(name);
  const db = await openDB(name, 1, {
    upgrade: (created) => created.createObjectStore("events", { keyPath: "id" }),
  });
  const aborting = new AbortController();
  const response = await fetch(url, { signal: aborting.signal });
  const reader = response.body?.getReader();
  const frames: { id: string | undefined; data: string }[] = [];
  const parser = createParser({ onEvent: ({ id, data }) => frames.push({ id, data }) });
  const decoder = new TextDecoder();
  await reader?.read();
  return {
    db,
    /** The frames that were read; the caller takes them. */
    frames,
    readNext: async () => {
      const read = await reader?.read();
      if (read?.done !== false) throw new Error("The stream ended before its last frame.");
      parser.feed(decoder.decode(read.value, { stream: true }));
    },
    close: () => {
      aborting.abort();
      db.close();
    },
  };
}

/** Waits until the log contains this number of events; the product stores them on its own. */
async function awaitStored(url: string, count: number): Promise<number> {
  const db = await openDB("events");
  db.addEventListener("versionchange", () => db.close());
  const startedAt = performance.now();
  await fetch(`${url}?start`);
  for (;;) {
    const rows: unknown[] = await db.getAll("tenants");
    const stored = Math.max(
      ...rows.map((row) =>
        typeof row === "object" && row !== null && "lastSequence" in row
          ? Number(row.lastSequence)
          : 0,
      ),
    );
    if (stored >= count) break;
    if (performance.now() - startedAt > 120_000)
      throw new Error(`Only ${stored} of ${count} events were stored within two minutes.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const milliseconds = performance.now() - startedAt;
  db.close();
  return milliseconds;
}

Object.assign(globalThis, { storeByFrame, storeInBatches, awaitStored });
