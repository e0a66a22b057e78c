import { spawn } from "node:child_process";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { listenOnLoopback, type FetchHandler } from "../../../tenant/server/listen.ts";
import type { Figure, Section } from "../figure.ts";
import { emit, openTenant, origin } from "../tenant-with-token.ts";

const eventCount = 20_000;
const readerCount = 4;
const eventsPerEmission = 1000;

/** The maximum growth of the tenant's memory in megabytes while a reader has stopped. */
const memoryLimit = 50;

/** Reads a response up to a number of bytes; `opened` resolves with the first bytes. */
function readBytes(port: number, headers: Record<string, string>) {
  let received = 0;
  let wanted = Number.POSITIVE_INFINITY;
  const opened = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const request = get({ host: "127.0.0.1", port, path: "/api/v2/events", headers }, (response) => {
    response.on("data", (chunk: Buffer) => {
      received += chunk.length;
      opened.resolve();
      if (received >= wanted) done.resolve();
    });
  });
  request.on("error", (error) => {
    opened.reject(error);
    done.reject(error);
  });
  return {
    opened: opened.promise,
    async waitFor(bytes: number): Promise<void> {
      wanted = bytes;
      if (received >= wanted) done.resolve();
      await done.promise;
      request.destroy();
    },
  };
}

/** Records the tenant's writes to one reader for all events: the size of each write, in bytes. */
async function recordWrites(): Promise<number[]> {
  const { tenant, token } = await openTenant(eventCount);
  const response = await tenant.fetch(
    new Request(`${origin}/api/v2/events`, { headers: { authorization: `Bearer ${token}` } }),
  );
  const reader = response.body?.getReader();
  const sizes = [(await reader?.read())?.value?.byteLength ?? 0];
  let emitted = 0;
  let events = 0;
  while (events < eventCount) {
    if (emitted === events) {
      await emit(tenant, { count: eventsPerEmission });
      emitted += eventsPerEmission;
    }
    const { value = new Uint8Array() } = (await reader?.read()) ?? {};
    sizes.push(value.byteLength);
    events += new TextDecoder().decode(value).split("\nid: ").length - 1;
  }
  await reader?.cancel();
  return sizes;
}

/**
 * Measures the events per second that reach each reader, from the first emission to the last byte.
 */
async function measureTenant(bytes: number): Promise<number> {
  const { tenant, token } = await openTenant(eventCount);
  const handler: FetchHandler = async (request) => await tenant.fetch(request);
  const listener = await listenOnLoopback(0, handler);
  const headers = { host: new URL(origin).host, authorization: `Bearer ${token}` };
  const readers = Array.from({ length: readerCount }, () => readBytes(listener.port, headers));
  await Promise.all(readers.map(async (reader) => await reader.opened));
  const start = performance.now();
  for (let count = 0; count < eventCount; count += eventsPerEmission) {
    await emit(tenant, { count: eventsPerEmission });
  }
  await Promise.all(readers.map(async (reader) => await reader.waitFor(bytes)));
  const seconds = (performance.now() - start) / 1000;
  tenant.stop();
  await listener.close();
  return eventCount / seconds;
}

/** Measures the same writes of a server that only sends prepared bytes. */
async function measureBareServer(sizes: readonly number[]): Promise<number> {
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const chunks = sizes.map((size) => Buffer.alloc(size, "x"));
  const start = Promise.withResolvers<void>();
  const server = createServer((_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(chunks[0]);
    void start.promise.then(async () => {
      for (const chunk of chunks.slice(1)) {
        if (!response.write(chunk)) {
          await new Promise((resolve) => response.once("drain", resolve));
        }
      }
    });
  });
  const port = await listen(server);
  const readers = Array.from({ length: readerCount }, () => readBytes(port, {}));
  await Promise.all(readers.map(async (reader) => await reader.opened));
  const startedAt = performance.now();
  start.resolve();
  await Promise.all(readers.map(async (reader) => await reader.waitFor(bytes)));
  const seconds = (performance.now() - startedAt) / 1000;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return eventCount / seconds;
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/**
 * Measures by how many megabytes a separate tenant grows while it emits all events to a stopped
 * reader.
 */
async function measureStoppedReader(): Promise<number> {
  const script = fileURLToPath(new URL("memory.ts", import.meta.url));
  const child = spawn(process.execPath, ["--expose-gc", script, String(eventCount)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise((resolve) => child.on("close", resolve));
  const megabytes = Number(text);
  if (code !== 0 || text === "") throw new Error("Could not measure the memory of the tenant.");
  return megabytes;
}

/** The local tenant: the cost of its event stream in time and memory. */
export const section: Section = {
  name: "tenant",
  async prepare() {
    const sizes = await recordWrites();
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return [
      {
        name: "events-to-4-readers",
        unit: "events/s",
        target: 0.25,
        direction: "at least",
        samples: 5,
        ours: async () => await measureTenant(bytes),
        other: async () => await measureBareServer(sizes),
      },
      {
        name: "memory-with-a-stopped-reader",
        unit: "MB",
        target: 1,
        direction: "at most",
        samples: 1,
        ours: measureStoppedReader,
        other: () => memoryLimit,
      },
    ] satisfies Figure[];
  },
};
