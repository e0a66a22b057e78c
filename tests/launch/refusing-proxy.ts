import { createServer, type Socket } from "node:net";

/** A proxy that refuses each request, and keeps what was asked of it. */
export interface RefusingProxy {
  readonly port: number;
  /** The first line of each request, oldest first. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Starts the proxy on loopback. A browser that uses it for all requests reaches nothing. */
export async function startRefusingProxy(): Promise<RefusingProxy> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (data) => {
      requests.push(data.toString("latin1").split("\r\n", 1)[0] ?? "");
      socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    port: address.port,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
