/// <reference types="node" />

import { readFile } from "node:fs/promises";
import { createTenant, type Tenant } from "./app.ts";
import type { FaultName } from "./core/faults.ts";
import type { TenantOptions } from "./create-context.ts";
import { createDemoApp } from "./demo/demo-app.ts";
import { readDemoFiles, type DemoFiles } from "./demo/demo-files.ts";
import type { TenantDescription } from "./description.ts";
import type { TenantLimits } from "./core/limits.ts";
import { listenOnLoopback, type FetchHandler, type Listener } from "./server/listen.ts";
import { createSeededFill } from "./core/random.ts";
import { extendSeed } from "./directory/extend-seed.ts";
import type { TenantSeed } from "./directory/tenant-seed.ts";
import { createSelfSignedCertificate } from "./server/self-signed-certificate.ts";
import { readStateFile } from "./store/state-file.ts";
import { lockStateFile } from "./store/state-lock.ts";
import { createStateWriter, type StateWriter } from "./store/state-writer.ts";

/** The ports of a tenant without options. */
export const defaultPorts = { tenant: 4400, demo: 4401 };

/** Options of a tenant with its demo web app. */
export interface StartOptions {
  /**
   * Port of the tenant, 4400 unless given; 0 for any. A used port is replaced by the next free one.
   */
  port?: number;
  /** Port of the demo web app, 4401 unless given; like `port`. */
  demoPort?: number;
  /** File of the authentication library as one script, for the demo web app. */
  authLibraryFile?: string;
  /** The demo web app's files; those of the source folder unless given. */
  demoFiles?: DemoFiles;
  limits?: Partial<TenantLimits>;
  /** Data file that keeps the state over restarts; one tenant at a time may use it. */
  dataFile?: string;
  /** Text that all identifiers are derived from; identifiers are unguessable without it. */
  idSeed?: string;
  /** Data that the tenant begins with, beside its own. */
  seed?: TenantSeed;
  /** Faults that are planted from the start. */
  faults?: readonly FaultName[];
  /** Serves https, with a new self-signed certificate. */
  isHttps?: boolean;
  /** Host name of the tenant, `localhost` unless given. The name must resolve to this machine. */
  hostname?: string;
}

/** A tenant with its demo web app, reachable only from this machine. */
export interface RunningTenant {
  /** Origin of the tenant. */
  origin: string;
  /** Origins of the demo web app: localhost first, then 127.0.0.1. */
  demoOrigins: readonly [string, string];
  /** The certificate of both ports, PEM; only with https. */
  certificate?: string;
  describe(): TenantDescription;
  /** Closes streams, connections and ports, and writes the state. */
  stop(): Promise<void>;
}

/** The handlers of the two ports. */
interface Handlers {
  tenant: FetchHandler;
  demo: FetchHandler;
}

/** Starts the tenant and the demo web app; resolves when both accept requests. */
export async function startTenant(options: StartOptions = {}): Promise<RunningTenant> {
  // Responses contain the origins, which are known only when both ports are bound. Earlier requests
  // wait for the handlers.
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

  const { dataFile, idSeed } = options;
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
      ...readTenantOptions(options),
      ...(state !== undefined && { state }),
      // Another start with the same state must not repeat the identifiers of the first.
      ...(idSeed !== undefined && {
        fillRandom: createSeededFill(`${idSeed}#${state?.starts ?? 0}`),
      }),
    });
    tenant = built;
    const demo = await loadDemo(origin, options);
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

/** Returns the options of a start that a tenant without ports has as well. */
export function readTenantOptions({
  faults,
  limits,
  seed,
}: Pick<StartOptions, "faults" | "limits" | "seed">): Pick<
  TenantOptions,
  "extendSeed" | "faults" | "limits"
> {
  return {
    ...(faults !== undefined && { faults }),
    ...(limits !== undefined && { limits }),
    ...(seed !== undefined && {
      extendSeed(context) {
        extendSeed(context, seed);
      },
    }),
  };
}

function keepState(tenant: Tenant, file: string): StateWriter {
  return createStateWriter({
    file,
    takeState: () => tenant.save(),
    takeChange: tenant.trackChanges(),
  });
}

/** Returns the response when its changes are on disk, or an error if they cannot be written. */
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

/** Returns true if a request can change the state. A GET of the Authentication API can. */
function mayChangeState(request: Request): boolean {
  const isRead = request.method === "GET" || request.method === "OPTIONS";
  return !isRead || !/^\/(?:api\/v2|_control|\.well-known)\//.test(new URL(request.url).pathname);
}

/** Returns the origins of a tenant and its demo web app on the given ports. */
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
  { authLibraryFile, demoFiles }: Pick<StartOptions, "authLibraryFile" | "demoFiles">,
): Promise<FetchHandler> {
  const { authLibrary, ...files } = demoFiles ?? (await readDemoFiles());
  const app = createDemoApp({
    tenantOrigin,
    files,
    async readAuthLibrary() {
      if (authLibraryFile === undefined) return authLibrary;
      return await readFile(authLibraryFile, "utf8").catch(() => undefined);
    },
  });
  return async (request) => await app.fetch(request);
}
