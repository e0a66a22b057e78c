import { inject } from "vitest";
import * as z from "zod/mini";
import { createTenant as createPlainTenant, type Tenant } from "../../../tenant/app.ts";
import { createTenantKeyPair } from "../../../tenant/core/keys.ts";
import type { TenantLimits } from "../../../tenant/core/limits.ts";
import { tenantStateSchema, type TenantState } from "../../../tenant/store/tenant-state.ts";
import { createTenantClient, type TenantClient } from "./tenant-client.ts";
import { throughSandbox } from "./through-sandbox.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The way to the tenant: the same tests run in this process, and over the sandbox's ports. */
    wayToTenant: "direct" | "sandbox";
  }
}

export const origin = "http://localhost:4400";
export const issuer = `${origin}/`;
export const demoOrigin = "http://localhost:4401";
export const callback = `${demoOrigin}/callback`;
export const startTime = Date.parse("2026-03-01T12:00:00Z");

/** Creates a tenant that this run of the tests reaches in its way. */
function createTenant(options: Parameters<typeof createPlainTenant>[0]): Tenant {
  const tenant = createPlainTenant(options);
  return inject("wayToTenant") === "sandbox" ? throughSandbox(tenant) : tenant;
}

/** One key for all tenants of a test file: the generation of an RSA key is slow. */
export const sharedKeys = createTenantKeyPair();

/** A tenant without a socket, with a stopped clock and the cookies of a browser. */
export interface OpenTenant extends TenantClient {
  tenant: Tenant;
  clock: { time: number };
}

export function openTenant(limits: Partial<TenantLimits> = {}): OpenTenant {
  const clock = { time: startTime };
  const tenant = createTenant({
    origin,
    demoOrigins: [demoOrigin, "http://127.0.0.1:4401"],
    now: () => clock.time,
    keys: sharedKeys,
    limits,
  });
  return { tenant, clock, ...createTenantClient(origin, (request) => tenant.fetch(request)) };
}

/**
 * Opens a tenant that ends after each response. The next request reaches a new tenant, which has
 * what the earlier one stored.
 */
export function openRestartingTenant(): OpenTenant {
  const clock = { time: startTime };
  const start = (state?: TenantState): Tenant =>
    createTenant({
      origin,
      demoOrigins: [demoOrigin],
      now: () => clock.time,
      keys: sharedKeys,
      ...(state !== undefined && { state }),
    });
  let tenant = start();
  return {
    get tenant() {
      return tenant;
    },
    clock,
    ...createTenantClient(origin, async (request) => {
      const response = await tenant.fetch(request);
      tenant = start(tenantStateSchema.parse(JSON.parse(JSON.stringify(tenant.save()))));
      return response;
    }),
  };
}

/** Reads the JSON of a response as `unknown`. */
export async function readJson(response: Response): Promise<unknown> {
  return await response.json();
}

/** Returns the URL of an authorization request; `undefined` omits a parameter. */
export function authorizePath(changes: Record<string, string | undefined> = {}): string {
  const parameters = {
    client_id: "demo-spa",
    redirect_uri: callback,
    response_type: "token id_token",
    scope: "openid profile email",
    state: "state-1",
    nonce: "nonce-1",
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value);
  }
  return `/authorize?${query.toString()}`;
}

/** Enters user name and password on the login page of an authorization request. */
export async function logIn(
  open: OpenTenant,
  changes: Record<string, string | undefined> = {},
  user = { username: "ada@example.com", password: "correct-horse-1" },
): Promise<Response> {
  const page = await open.send(authorizePath(changes));
  return await open.send(page.headers.get("location") ?? "", {
    method: "POST",
    body: new URLSearchParams(user),
  });
}

/** Reads the parameters in the fragment of a redirect. */
export function readFragment(response: Response): Record<string, string> {
  const { hash } = new URL(response.headers.get("location") ?? "about:blank");
  return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}

/** Sends JSON like a page of the demo's origin. */
export async function postJson(open: OpenTenant, path: string, body: object): Promise<Response> {
  return await open.send(path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: demoOrigin },
    body: JSON.stringify(body),
  });
}

/** Fills in the page of a response. */
export async function fillIn(
  open: OpenTenant,
  response: Response,
  form: Record<string, string>,
): Promise<Response> {
  const address = response.headers.get("location") ?? "";
  return await open.send(address, { method: "POST", body: new URLSearchParams(form) });
}

/** Returns the task of a page, which its script reads as well; undefined for other pages. */
export function readTask(page: string): unknown {
  const text = /<script type="application\/json" id="task">([^<]*)<\/script>/.exec(page)?.[1];
  return text === undefined ? undefined : JSON.parse(text);
}

const postTaskSchema = z.object({
  task: z.literal("post"),
  targetOrigin: z.string(),
  message: z.record(z.string(), z.unknown()),
});

/** Returns the message that a page posts to its parent; undefined for other pages. */
export function readPost(page: string): z.infer<typeof postTaskSchema> | undefined {
  return postTaskSchema.safeParse(readTask(page)).data;
}
