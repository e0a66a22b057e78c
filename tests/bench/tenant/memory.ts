// Usage: node --expose-gc tests/bench/tenant/memory.ts EVENTS
// Prints by how many megabytes the memory of a tenant grows while it emits a number of events, over
// a real socket, to a reader that reads the first bytes and then stops.
import { connect, type Socket } from "node:net";
import { startTenant } from "../../../tenant/serve.ts";

const total = Number(process.argv[2]);
const tenant = await startTenant({ port: 0, demoPort: 0 });

async function post(path: string, body: URLSearchParams | string): Promise<unknown> {
  const headers = typeof body === "string" ? { "content-type": "application/json" } : {};
  const response = await fetch(`${tenant.origin}${path}`, { method: "POST", headers, body });
  return await response.json();
}

async function getToken(): Promise<string> {
  const answer = await post(
    "/oauth/token",
    new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "demo-management",
      client_secret: "demo-management-secret",
      audience: "/api/v2/",
    }),
  );
  return /"access_token":"([^"]+)"/.exec(JSON.stringify(answer))?.[1] ?? "";
}

/**
 * Opens a connection that requests the events, waits for the first bytes and then reads nothing.
 */
async function openStoppedReader(token: string): Promise<Socket> {
  const { host, port } = new URL(tenant.origin);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    `GET /api/v2/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once("data", resolve));
  socket.pause();
  return socket;
}

/** Returns the resident memory after a garbage collection, in megabytes. */
function measure(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1024 / 1024;
}

const socket = await openStoppedReader(await getToken());
const start = measure();
let most = start;
for (let count = 0; count < total; count += 1000) {
  await post("/_control/events", JSON.stringify({ count: 1000 }));
  most = Math.max(most, measure());
}
console.log((most - start).toFixed(1));
socket.destroy();
await tenant.stop();
