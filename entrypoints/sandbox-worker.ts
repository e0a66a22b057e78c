import "../lib/platform/schema-engine.ts";
import * as z from "zod/mini";
import { sandboxOrigin } from "../lib/messages/domain.ts";
import { cookiesSchema, createCookieJar, type CookieJar } from "../lib/sandbox/cookie-jar.ts";
import { NoSandboxError } from "../lib/sandbox/no-sandbox-error.ts";
import { openRequest, OpenResponse } from "../lib/sandbox/open-request.ts";
import { openStateStore, sandboxStore } from "../lib/sandbox/state-store.ts";
import { servePort } from "../lib/sandbox/serve-port.ts";
import { readStoredState, toErrorResponse } from "../lib/sandbox/stored-state.ts";
import { openOnce } from "../lib/platform/open-once.ts";
import { receivePorts } from "../lib/platform/worker-ports.ts";
import { createTenant, type Tenant } from "../tenant/app.ts";
import { defaultLimits } from "../tenant/core/limits.ts";
import { tenantStateSchema } from "../tenant/store/tenant-state.ts";

/** The secrets of this installation's clients: those of the seed are public. */
const secretsSchema = z.record(z.string(), z.string());

/**
 * The sandbox: the local tenant in a dedicated worker. The worker has a `Response` of its own,
 * which keeps cookies.
 */
export default {
  main(): void {
    globalThis.Response = OpenResponse;
    // After a failure, such as of the storage, the next request tries again.
    const open = openOnce(openTenant);
    receivePorts((port) => {
      servePort(port, async (sent, signal) => {
        try {
          const { tenant, jar, store } = await open();
          const response = await tenant.fetch(openRequest(jar.attach(sent), signal));
          await jar.take(sent, response);
          await store();
          return response;
        } catch (error) {
          return toErrorResponse(error, new Headers(sent.headers));
        }
      });
    });
  },
};

async function openTenant(): Promise<{
  tenant: Tenant;
  jar: CookieJar;
  store: () => Promise<void>;
}> {
  const { retainedEvents } = defaultLimits;
  const states = await openStateStore({ name: sandboxStore, retainedEvents });
  if (states === undefined) throw new NoSandboxError();
  const stored = await states.load();
  const state = readStoredState(stored, (parts) =>
    tenantStateSchema.parse({ format: "local-tenant-state", version: 2, ...Object(parts) }),
  );
  const secrets = secretsSchema.safeParse(stored?.parts["clientSecrets"]).data ?? {};
  const tenant = createTenant({
    origin: sandboxOrigin,
    name: "Sandbox",
    // The extension's pages are the application that logs in.
    demoOrigins: [location.origin],
    secretOf: (clientId) => (secrets[clientId] ??= crypto.randomUUID() + crypto.randomUUID()),
    controlHosts: [new URL(sandboxOrigin).hostname],
    ...(state !== undefined && { state }),
  });
  await tenant.ready;
  await states.save({ parts: { clientSecrets: secrets } });
  const takeChange = tenant.trackChanges();
  let saving = Promise.resolve();
  const store = async (): Promise<void> => {
    const change = takeChange();
    if (change !== undefined) saving = states.save(change);
    // The change of this request may be part of a save that another request has begun.
    await saving;
  };
  await store();
  const jar = createCookieJar(cookiesSchema.safeParse(stored?.parts["cookies"]).data ?? [], {
    save: async (cookies) => await states.save({ parts: { cookies } }),
    now: Date.now,
  });
  return { tenant, jar, store };
}
