import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { ClientSecretBasic } from "openid-client";
import { basicClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import { connect } from "../../scene-parts/openid-client-login.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { ownRoutes } from "../../scene-parts/provider-routes.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { serveSite } from "./working-site.ts";

/** The port of the server for WebSockets, beside those of the stage. */
const socketPort = 4465;

/** A constant of the handshake (RFC 6455, section 1.3). */
const socketId = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Writes a short text as a frame of a server. */
const toFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, Buffer.byteLength(text)]), Buffer.from(text)]);

/** Starts a server that opens a WebSocket for known visitors, and sends each of them one message. */
async function startSockets(
  isKnown: (request: Request) => boolean,
  message: string,
): Promise<() => Promise<void>> {
  const server = createServer((_request, response) => response.writeHead(426).end());
  server.on("upgrade", ({ headers, url = "/" }, socket) => {
    const { cookie = "", "sec-websocket-key": key = "" } = headers;
    const request = new Request(`http://localhost:${socketPort}${url}`, { headers: { cookie } });
    if (!isKnown(request)) {
      socket.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      return;
    }
    const accept = createHash("sha1").update(`${key}${socketId}`).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.write(toFrame(message));
    socket.on("error", () => socket.destroy());
    socket.on("data", () => socket.end());
  });
  server.listen(socketPort, "localhost");
  await once(server, "listening");
  return async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

// The page opens its socket at each load, and asks its server who is there when the socket is refused.
const auctionScript = `
const show = (text) => { document.querySelector("main").textContent = text; };
const bids = new WebSocket("ws://localhost:${socketPort}/bids");
bids.onmessage = ({ data }) => {
  show("Highest bid " + JSON.parse(data).bid);
  bids.close();
};
bids.onerror = async () => {
  const answer = await fetch("/auction/bff/me", { headers: { "x-requested-with": "auction" } });
  show(answer.status === 401 ? "Log in to see the bids" : "The bids are not available");
};`;

/** Logins beside WebSockets that work. */
export const socketScenes: ProviderScenes = {
  "auction-opens-socket-after-login": async (stage) => {
    const { tab, application, provider } = stage;
    const home = application.origin;
    provider.configure({
      routes: ownRoutes,
      clients: [basicClient(`${home}/auction/return`)],
      conformIdTokenClaims: false,
    });
    const visitors = serveSite(stage, {
      config: await connect(provider.origin, "shop-server", ClientSecretBasic(serverSecret)),
      name: "auction",
      home,
    });
    application.respond("/auction", () =>
      showPage(
        "Auction",
        `<main></main><a href="/auction/enter">Log in</a><script>${auctionScript}</script>`,
      ),
    );
    application.respond("/auction/enter", () => visitors.begin("/auction"));
    application.respond("/auction/bff/me", (request) => {
      const visitor = visitors.find(request);
      return visitor
        ? Response.json({ name: visitor.name })
        : Response.json({ error: "not_logged_in" }, { status: 401 });
    });
    const stop = await startSockets(
      (request) => visitors.find(request) !== undefined,
      JSON.stringify({ lot: 7, bid: 120 }),
    );
    try {
      await tab.goto(`${home}/auction`);
      await tab.getByText("Log in to see the bids").waitFor();
      await tab.getByRole("link", { name: "Log in" }).click();
      await tab.getByRole("button", { name: "Log in" }).click();
      await tab.getByText("Highest bid 120").waitFor();
      await tab.waitForLoadState("networkidle");
    } finally {
      await stop();
    }
  },
};
