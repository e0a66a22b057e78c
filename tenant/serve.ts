/// <reference types="node" />

import { readFile } from "node:fs/promises";
import { createTenant, type Tenant } from "./app.ts";
import { createDemoApp } from "./demo-app.ts";
import type { TenantDescription } from "./description.ts";
import type { TenantLimits } from "./limits.ts";
import { listenOnLoopback, type FetchHandler, type Listener } from "./listen.ts";

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
}

/** A tenant and its demo web app, reachable on this machine alone. */
export interface RunningTenant {
  /** Origin of the tenant, under the name localhost. */
  origin: string;
  /** Origins of the demo web app: localhost first, then 127.0.0.1. */
  demoOrigins: readonly [string, string];
  describe(): TenantDescription;
  /** Ends every stream and connection and frees both ports. */
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

  async function listen(port: number, name: keyof Handlers): Promise<number> {
    const listener = await listenOnLoopback(
      port,
      async (request) => await (await handlers)[name](request),
    );
    listeners.push(listener);
    return listener.port;
  }

  async function closeAll(): Promise<void> {
    await Promise.all(listeners.map(async (listener) => await listener.close()));
  }

  let tenant: Tenant | undefined;
  try {
    const port = await listen(options.port ?? defaultPorts.tenant, "tenant");
    const demoPort = await listen(options.demoPort ?? defaultPorts.demo, "demo");
    const { origin, demoOrigins } = nameOrigins(port, demoPort);
    const { limits } = options;
    const built = createTenant({ origin, demoOrigins, ...(limits !== undefined && { limits }) });
    tenant = built;
    const demo = await loadDemo(origin, options.authLibraryFile);
    await built.ready;
    open({ tenant: async (request) => await built.fetch(request), demo });
    return {
      origin,
      demoOrigins,
      describe: () => built.describe(),
      async stop() {
        built.stop();
        await closeAll();
      },
    };
  } catch (error) {
    tenant?.stop();
    await closeAll();
    throw error;
  }
}

/** Addresses of a tenant and its demo web app on the given ports. */
export function nameOrigins(
  port: number,
  demoPort: number,
): { origin: string; demoOrigins: readonly [string, string] } {
  return {
    origin: `http://localhost:${port}`,
    demoOrigins: [`http://localhost:${demoPort}`, `http://127.0.0.1:${demoPort}`],
  };
}

async function loadDemo(
  tenantOrigin: string,
  authLibraryFile: string | undefined,
): Promise<FetchHandler> {
  const read = async (name: string): Promise<string> =>
    await readFile(new URL(`demo/${name}`, import.meta.url), "utf8");
  const [html, css, js] = await Promise.all([
    read("index.html"),
    read("demo.css"),
    read("demo.js"),
  ]);
  const app = createDemoApp({
    tenantOrigin,
    files: { html, css, js },
    async readAuthLibrary() {
      if (authLibraryFile === undefined) return undefined;
      return await readFile(authLibraryFile, "utf8").catch(() => undefined);
    },
  });
  return async (request) => await app.fetch(request);
}
