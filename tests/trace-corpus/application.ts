import { readFile } from "node:fs/promises";
import { listenOnLoopback, type FetchHandler } from "../../tenant/server/listen.ts";
import { builtAuthLibrary } from "../launch/build-extension.ts";

/** A web application without own rules: its pages do what a case lets them do. */
export interface Application {
  /** The application on the tenant's site, `localhost`. */
  readonly origin: string;
  /** The same application on another site, `127.0.0.1`. */
  readonly otherOrigin: string;
  /** Answers a path with this response until the next {@link reset}. */
  respond(path: string, respond: FetchHandler): void;
  reset(): void;
  close(): Promise<void>;
}

const page = `<!doctype html><title>Application</title><link rel="icon" href="data:,"><script src="/library.js"></script><p>Application</p>`;

/** Returns a response with HTML. */
export const html = (body: string, headers: Record<string, string> = {}): Response =>
  new Response(body, { headers: { "content-type": "text/html", ...headers } });

/** Starts the application on this port. Every path shows a page with the library. */
export async function startApplication(port: number): Promise<Application> {
  const library = await readFile(builtAuthLibrary, "utf8");
  const responses = new Map<string, FetchHandler>();
  const listener = await listenOnLoopback(port, async (request) => {
    const { pathname } = new URL(request.url);
    const planned = responses.get(pathname);
    if (planned !== undefined) return await planned(request);
    if (pathname !== "/library.js") return html(page);
    return new Response(library, { headers: { "content-type": "text/javascript" } });
  });
  return {
    origin: `http://localhost:${listener.port}`,
    otherOrigin: `http://127.0.0.1:${listener.port}`,
    respond: (path, respond) => responses.set(path, respond),
    reset: () => responses.clear(),
    close: () => listener.close(),
  };
}
