import { createServer, type ServerResponse } from "node:http";

/** A minimal tenant for a subscription, which sends the bytes that a test gives. */
export interface SmallTenant {
  readonly origin: string;
  /** Writes these bytes unchanged to every open event stream. */
  send(text: string): void;
  streamCount(): number;
  stop(): Promise<void>;
}

/** Starts the tenant on a free loopback port. */
export async function startSmallTenant(): Promise<SmallTenant> {
  const streams = new Set<ServerResponse>();
  let origin = "";
  const server = createServer((request, response) => {
    const answers: Record<string, () => unknown> = {
      "/.well-known/openid-configuration": () => ({
        issuer: `${origin}/`,
        jwks_uri: `${origin}/.well-known/jwks.json`,
      }),
      "/.well-known/jwks.json": () => ({ keys: [] }),
      "/oauth/token": () => ({ access_token: "opaque", token_type: "Bearer", expires_in: 3600 }),
    };
    const path = request.url?.split("?")[0] ?? "";
    if (path === "/api/v2/events") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": open\n\n");
      streams.add(response);
      response.on("close", () => streams.delete(response));
      return;
    }
    const answer = answers[path];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer?.() ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    send(text) {
      for (const stream of streams) stream.write(text);
    },
    streamCount: () => streams.size,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
