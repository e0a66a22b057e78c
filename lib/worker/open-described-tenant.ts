import * as z from "zod/mini";
import { parseJson } from "../encoding/json.ts";
import { readBody } from "../http/read-body.ts";
import type { Fetch } from "../http/fetch.ts";
import { defaultStreamPreferences } from "../messages/stream-preferences.ts";
import type { Tenant } from "../messages/tenant.ts";
import type { CommandContext } from "./command-context.ts";
import { putTenant } from "./put-tenant.ts";

/** The client of login runs, and that of the Management API. */
const loginClient = "demo-spa";
const managementClient = "demo-management";

/** The members of a tenant's own description that a tenant and its credential need. */
const descriptionSchema = z.object({
  issuer: z.string(),
  clients: z.array(z.object({ client_id: z.string(), client_secret: z.exactOptional(z.string()) })),
});

const maxBytes = 512 * 1024;

/**
 * Reads the secret of the management client from the description that the sandbox and the local
 * tenant give of themselves.
 *
 * @param timeoutMs the longest time to wait, in ms
 * @returns undefined if no such tenant responds at the origin
 */
export async function readDescribedSecret(
  origin: string,
  { fetch, timeoutMs }: { fetch: Fetch; timeoutMs: number },
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${origin}/_control/description`, {
      credentials: "omit",
      redirect: "error",
      cache: "no-store",
      signal,
    });
    const { text } = await readBody(response.body, { maxBytes, signal });
    const { issuer, clients } = descriptionSchema.parse(parseJson(text));
    if (issuer !== `${origin}/`) return undefined;
    return clients.find(({ client_id }) => client_id === managementClient)?.client_secret;
  } catch {
    return undefined;
  }
}

/**
 * Stores such a tenant with its credential, and selects it. A tenant that is already stored keeps
 * the user's changes.
 */
export async function openDescribedTenant(
  {
    settings,
    vault,
    changes,
    policy,
  }: Pick<CommandContext, "settings" | "vault" | "changes" | "policy">,
  { origin, name, colour }: Pick<Tenant, "origin" | "name" | "colour">,
  clientSecret: string,
): Promise<Tenant> {
  const known = (await settings.read()).tenants.find(({ id }) => id === origin);
  const tenant: Tenant = known ?? {
    id: origin,
    name,
    origin,
    clientId: loginClient,
    colour,
    isReadOnly: false,
    stream: defaultStreamPreferences,
  };
  await settings.update((before) => ({ ...putTenant(before, tenant), selectedId: tenant.id }));
  await vault.save(
    tenant,
    { kind: "client_credentials", clientId: managementClient, clientSecret },
    { remembering: (await policy.read()).neverRemembers ? "session" : "device" },
  );
  await changes.applyList();
  await changes.applyTenant(tenant.id);
  return tenant;
}
