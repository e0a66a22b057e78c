/// <reference types="node" />

import { readdir, readFile } from "node:fs/promises";
import { createTenant, type Tenant } from "./app.ts";
import { createDemoApp } from "./demo/demo-app.ts";
import type { TenantDescription } from "./description.ts";
import type { TenantLimits } from "./core/limits.ts";
import { listenOnLoopback, type FetchHandler, type Listener } from "./server/listen.ts";
import { createSeededFill } from "./core/random.ts";
import { createSelfSignedCertificate } from "./server/self-signed-certificate.ts";
import { readStateFile } from "./store/state-file.ts";
import { lockStateFile } from "./store/state-lock.ts";
import { createStateWriter, type StateWriter } from "./store/state-writer.ts";

/** Ports of a tenant that nobody asked to be elsewhere. */
export const defaultPorts = { tenant: 4400, demo: 4401 };

/** How to start a tenant with its demo web app. */
export interface StartOptions {
  /** Port of the tenant, 4400 unless given; 0 for any. The next free one when it is taken. */
  port?: number;
  /** Port of the demo web app, 4401 unless given; as `port`. */
  demoPort?: number;
  /** File of the authentication library as one script, for the demo web app. */
  authLibraryFile?: string;
  limits?: Partial<TenantLimits>;
  /**
   * File that keeps the state over restarts; read at the start, made when it is missing. One tenant at
   * a time may use it.
   */
  dataFile?: string;
  /** Text that all identifiers follow from; unguessable ones unless given. */
  seed?: string;
  /** Speak https, with a certificate made for this start. */
  isHttps?: boolean;
  /** Name under which browsers reach the tenant, `localhost` unless given. Whoever gives another one makes it lead here. */
  hostname?: string;
}

/** A tenant and its demo web app, reachable on this machine alone. */
export interface RunningTenant {
  /** Origin of the tenant, under its host name. */
  origin: string;
  /** Origins of the demo web app: localhost first, then 127.0.0.1. */
  demoOrigins: readonly [string, string];
  /** The certificate that both ports show, PEM; only with https. */
  certificate?: string;
  describe(): TenantDescription;
  /** Ends every stream and connection, frees both ports and writes the state. */
  stop(): Promise<void>;
}

/** Who answers on which of the two ports. */
interface Handlers {
  tenant: FetchHandler;
  demo: FetchHandler;
}

/** Starts the tenant and the demo web app; resolves when both answer. */
export async function startTenant(options: StartOptions = {}): Promise<RunningTenant> {
  // The addresses are part of what is served, and known only once the ports are bound: requests
  // that come in between wait.
  let open: (handlers: Handlers) => void = () => undefined;
  const handlers = new Promise<Handlers>((resolve) => {
    open = resolve;
  });
  const listeners: Listener[] = [];
  const certificate = options.isHttps === true ? createSelfSignedCertificate() : undefined;

  async function listen(port: number, name: keyof Handlers): Promise<number> {
    const handle = async (request: Request): Promise<Response> =>
      await (await handlers)[name](request);
    const listener = await listenOnLoopback(port, handle, certificate);
    listeners.push(listener);
    return listener.port;
  }

  async function closeAll(): Promise<void> {
    await Promise.all(listeners.map(async (listener) => await listener.close()));
  }

  const { dataFile, limits, seed } = options;
  const release = dataFile === undefined ? undefined : await lockStateFile(dataFile);
  let tenant: Tenant | undefined;
  try {
    const state = dataFile === undefined ? undefined : await readStateFile(dataFile);
    const port = await listen(options.port ?? defaultPorts.tenant, "tenant");
    const demoPort = await listen(options.demoPort ?? defaultPorts.demo, "demo");
    const { origin, demoOrigins } = nameOrigins(port, demoPort, options.isHttps, options.hostname);
    const built = createTenant({
      origin,
      demoOrigins,
      ...(limits !== undefined && { limits }),
      ...(state !== undefined && { state }),
      // Another start on the same state must not make the identifiers of the first again.
      ...(seed !== undefined && { fillRandom: createSeededFill(`${seed}#${state?.starts ?? 0}`) }),
    });
    tenant = built;
    const demo = await loadDemo(origin, options.authLibraryFile);
    await built.ready;
    const writer = dataFile === undefined ? undefined : keepState(built, dataFile);
    await writer?.flush();
    open({
      async tenant(request) {
        const response = await built.fetch(request);
        return writer === undefined || !mayChangeState(request)
          ? response
          : await acknowledge(response, writer);
      },
      demo,
    });
    return {
      origin,
      demoOrigins,
      ...(certificate !== undefined && { certificate: certificate.cert }),
      describe: () => built.describe(),
      async stop() {
        built.stop();
        await closeAll();
        try {
          await writer?.close();
        } finally {
          await release?.();
        }
      },
    };
  } catch (error) {
    tenant?.stop();
    await closeAll();
    await release?.();
    throw error;
  }
}

function keepState(tenant: Tenant, file: string): StateWriter {
  return createStateWriter({
    file,
    takeState: () => tenant.save(),
    takeChange: tenant.trackChanges(),
  });
}

/** Lets a response go once the disk has what it acknowledges; a failure to write is the answer instead. */
async function acknowledge(response: Response, writer: StateWriter): Promise<Response> {
  try {
    await writer.flush();
    return response;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    await response.body?.cancel();
    return Response.json(
      { statusCode: 500, error: "Internal Server Error", message },
      { status: 500, headers: { "cache-control": "no-store" } },
    );
  }
}

/** Reading what these routes give changes nothing; the rest of the tenant may, a GET too. */
function mayChangeState(request: Request): boolean {
  const isRead = request.method === "GET" || request.method === "OPTIONS";
  return !isRead || !/^\/(?:api\/v2|_control|\.well-known)\//.test(new URL(request.url).pathname);
}

/** Addresses of a tenant and its demo web app on the given ports. */
export function nameOrigins(
  port: number,
  demoPort: number,
  isHttps = false,
  hostname = "localhost",
): { origin: string; demoOrigins: readonly [string, string] } {
  const scheme = isHttps ? "https" : "http";
  return {
    origin: `${scheme}://${hostname}:${port}`,
    demoOrigins: [`${scheme}://localhost:${demoPort}`, `${scheme}://127.0.0.1:${demoPort}`],
  };
}

async function loadDemo(
  tenantOrigin: string,
  authLibraryFile: string | undefined,
): Promise<FetchHandler> {
  const folder = new URL("demo/", import.meta.url);
  const read = async (name: string): Promise<string> =>
    await readFile(new URL(name, folder), "utf8");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const [html, css, helperHtml, ...texts] = await Promise.all([
    read("index.html"),
    read("demo.css"),
    read("helper.html"),
    ...names.map(read),
  ]);
  const scripts = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
  const app = createDemoApp({
    tenantOrigin,
    files: { html, css, helperHtml, scripts },
    async readAuthLibrary() {
      if (authLibraryFile === undefined) return undefined;
      return await readFile(authLibraryFile, "utf8").catch(() => undefined);
    },
  });
  return async (request) => await app.fetch(request);
}
