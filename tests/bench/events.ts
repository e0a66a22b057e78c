import { performance } from "node:perf_hooks";
import { createParser } from "eventsource-parser";
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { createEventSearch } from "../../lib/events/event-search.ts";
import { parseFilter } from "../../lib/events/filter-events.ts";
import { openEventLog } from "../../lib/events/idb-event-log.ts";
import { readStream } from "../../lib/events/read-stream.ts";
import { createTenant } from "../../tenant/app.ts";
import type { Section } from "./figure.ts";

const frameCount = 20_000;
const eventsPerEmission = 1000;
const storedCount = 50_000;
const origin = "http://localhost:4400";
/** Occurs in some of the events, and far behind the start of each text. */
const word = "example.org";

/** The local tenant's own stream of all types, as the reads it would arrive in. */
async function recordStream(): Promise<Uint8Array[]> {
  const tenant = createTenant({
    origin,
    demoOrigins: [],
    limits: { retainedEvents: frameCount },
  });
  await tenant.ready;
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "demo-management",
    client_secret: "demo-management-secret",
    audience: "/api/v2/",
  });
  const granted = await tenant.fetch(
    new Request(`${origin}/oauth/token`, { method: "POST", body }),
  );
  const answer: unknown = await granted.json();
  const token =
    typeof answer === "object" && answer !== null && "access_token" in answer
      ? String(answer.access_token)
      : "";
  const response = await tenant.fetch(
    new Request(`${origin}/api/v2/events`, { headers: { authorization: `Bearer ${token}` } }),
  );
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let frames = 0;
  for (let emitted = 0; frames < frameCount;) {
    if (emitted <= frames) {
      const control = new Request(`${origin}/_control/events`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ count: eventsPerEmission }),
      });
      if ((await tenant.fetch(control)).status !== 201) throw new Error("No events were emitted.");
      emitted += eventsPerEmission;
    }
    const { value = new Uint8Array() } = (await reader?.read()) ?? {};
    chunks.push(value);
    frames += new TextDecoder().decode(value).split("\nid: ").length - 1;
  }
  await reader?.cancel();
  tenant.stop();
  return chunks;
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let index = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[index];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
      index += 1;
    },
  });
}

/** Frames a second: bytes to messages that were checked against their schemas. */
async function measureMessages(chunks: readonly Uint8Array[]): Promise<number> {
  const start = performance.now();
  let events = 0;
  for await (const batch of readStream(streamOf(chunks))) {
    events += batch.events.filter(({ malformed }) => !malformed).length;
  }
  const seconds = (performance.now() - start) / 1000;
  if (events < frameCount) throw new Error(`Of ${frameCount} events ${events} were understood.`);
  return events / seconds;
}

/** Frames a second: bytes to whatever is in the JSON. */
async function measureParser(chunks: readonly Uint8Array[]): Promise<number> {
  const start = performance.now();
  let events = 0;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent(frame) {
      const message: unknown = JSON.parse(frame.data);
      if (typeof message === "object" && message !== null && "event" in message) events += 1;
    },
  });
  for await (const chunk of streamOf(chunks)) parser.feed(decoder.decode(chunk, { stream: true }));
  return events / ((performance.now() - start) / 1000);
}

/** A log of fifty thousand events, searched once so that its texts are held. */
async function fillLog(chunks: readonly Uint8Array[]) {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  let stored = 0;
  for (let round = 0; stored < storedCount; round += 1) {
    for await (const { events } of readStream(streamOf(chunks))) {
      const fresh = events
        .slice(0, storedCount - stored)
        .map((event) => ({ ...event, id: `${event.id}-${round}` }));
      stored += (await log.append(origin, { at: 0, events: fresh })).stored.length;
    }
  }
  const search = createEventSearch({ log, tenantId: origin });
  const texts: string[] = [];
  await search.find(({ text }) => {
    texts.push(text);
    return true;
  });
  return { search, texts };
}

/** The event stream, in Node: what is made of frames, and the filter over the whole log. */
export const section: Section = {
  name: "events",
  async prepare() {
    const chunks = await recordStream();
    const { search, texts } = await fillLog(chunks);
    const filter = parseFilter(word);
    if (!filter.ok) throw new Error(filter.message);
    const expected = texts.filter((text) => text.includes(word)).length;
    return [
      {
        name: "frames-to-messages",
        unit: "frames/s",
        target: 0.35,
        direction: "at least",
        samples: 7,
        ours: () => measureMessages(chunks),
        other: () => measureParser(chunks),
      },
      {
        name: `text-filter-over-${storedCount}`,
        unit: "ms",
        target: 5,
        direction: "at most",
        samples: 15,
        async ours() {
          const start = performance.now();
          const { sequences } = await search.find(filter.matchesText);
          const ms = performance.now() - start;
          if (sequences.length !== expected) throw new Error("The filter found something else.");
          return ms;
        },
        other() {
          const start = performance.now();
          const found = texts.filter((text) => text.includes(word));
          const ms = performance.now() - start;
          if (found.length !== expected) throw new Error("The scan found something else.");
          return ms;
        },
      },
    ];
  },
};
