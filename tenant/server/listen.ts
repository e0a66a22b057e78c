/// <reference types="node" />

import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";

/** Responds to the requests of a port. */
export type FetchHandler = (request: Request) => Promise<Response> | Response;

/** A bound port on both loopback addresses. */
export interface Listener {
  port: number;
  /** Closes the port and every connection on it. */
  close(): Promise<void>;
}

/** Key and certificate of a port with https, PEM. */
export interface ServerCertificate {
  key: string;
  cert: string;
}

export type ListenErrorCode = "no_free_port" | "not_permitted";

/** No port could be bound. */
export class ListenError extends Error {
  override name = "ListenError";
  readonly code: ListenErrorCode;

  constructor(code: ListenErrorCode, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

const portsToTry = 100;

/**
 * Listens on the same port of 127.0.0.1 and, if the system has it, ::1: `wanted` or the next free
 * port; 0 lets the system choose. A port is tested by binding it, so two starts cannot race.
 */
export async function listenOnLoopback(
  wanted: number,
  handler: FetchHandler,
  certificate?: ServerCertificate,
): Promise<Listener> {
  for (let attempt = 0; attempt < portsToTry; attempt += 1) {
    const port = wanted === 0 ? 0 : wanted + attempt;
    if (port > 65_535) break;
    const listener = await tryPort(port, handler, certificate);
    if (listener !== undefined) return listener;
  }
  throw new ListenError(
    "no_free_port",
    `No free port found, starting at ${wanted}. Stop a program that uses one of these ports, or choose another port with --port.`,
  );
}

async function tryPort(
  port: number,
  handler: FetchHandler,
  certificate: ServerCertificate | undefined,
): Promise<Listener | undefined> {
  const ipv4 = await bind("127.0.0.1", port, handler, certificate);
  if (ipv4 === "taken" || ipv4 === "unavailable") return undefined;
  const ipv6 = await bind("::1", ipv4.port, handler, certificate);
  if (ipv6 === "taken") {
    await ipv4.close();
    return undefined;
  }
  const listeners = ipv6 === "unavailable" ? [ipv4] : [ipv4, ipv6];
  return {
    port: ipv4.port,
    async close() {
      await Promise.all(listeners.map(async (listener) => await listener.close()));
    },
  };
}

async function bind(
  host: string,
  port: number,
  handler: FetchHandler,
  certificate: ServerCertificate | undefined,
): Promise<Listener | "taken" | "unavailable"> {
  const respond = getRequestListener(handler, { overrideGlobalObjects: false });
  const server: Server =
    certificate === undefined
      ? createServer((incoming, outgoing) => void respond(incoming, outgoing))
      : createSecureServer(certificate, (incoming, outgoing) => void respond(incoming, outgoing));
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const code = await start(server, host, port);
  if (code === "EADDRINUSE") return "taken";
  if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return "unavailable";
  if (code !== undefined) {
    const message = `Could not listen on ${host}, port ${port} (${code}). Choose another port with --port.`;
    throw new ListenError("not_permitted", message);
  }
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Starts a server; resolves with the system's error code if that fails. */
async function start(server: Server, host: string, port: number): Promise<string | undefined> {
  return await new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen({ host, port, exclusive: true }, () => {
      server.removeAllListeners("error");
      resolve(undefined);
    });
  });
}
