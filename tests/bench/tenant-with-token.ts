import { createTenant, type Tenant } from "../../tenant/app.ts";
import { createTenantKeyPair } from "../../tenant/core/keys.ts";

/** The origins of the bench's tenants, for every server. */
export const origin = "http://localhost:4400";

const keys = createTenantKeyPair();

/** A local tenant that retains this number of events, and an access token that can read them. */
export async function openTenant(
  retainedEvents: number,
): Promise<{ tenant: Tenant; token: string }> {
  const tenant = createTenant({
    origin,
    demoOrigins: [],
    keys,
    limits: { retainedEvents, retainedEventBytes: 1024 ** 3 },
  });
  await tenant.ready;
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "demo-management",
    client_secret: "demo-management-secret",
    audience: "/api/v2/",
  });
  const response = await tenant.fetch(
    new Request(`${origin}/oauth/token`, { method: "POST", body }),
  );
  const answer: unknown = await response.json();
  if (typeof answer !== "object" || answer === null || !("access_token" in answer))
    throw new Error("The tenant returned no access token.");
  return { tenant, token: String(answer.access_token) };
}

/**
 * Emits a number of events: of all types in turn with `all`, of the most common type without a
 * type.
 */
export async function emit(tenant: Tenant, events: { count: number; type?: "all" }): Promise<void> {
  const response = await tenant.fetch(
    new Request(`${origin}/_control/events`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(events),
    }),
  );
  if (response.status !== 201)
    throw new Error("The tenant did not emit the events for the measurement.");
}
