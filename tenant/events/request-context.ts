import type { TenantContext, TenantRequest } from "../context.ts";

/** What an event tells of the request that caused it. Nobody can say where a loopback address lies: `geo` is empty. */
export function describeRequestContext(
  c: TenantRequest,
  context: Pick<TenantContext, "clients">,
): Record<string, unknown> {
  const client = context.clients.get(c.var.clientId ?? "");
  return {
    ...(client !== undefined && {
      client: { id: client.client_id, name: client.name, metadata: {} },
    }),
    request: {
      geo: {},
      hostname: new URL(c.req.url).hostname,
      ip: "127.0.0.1",
      method: c.req.method,
      user_agent: (c.req.header("user-agent") ?? "").slice(0, 500),
    },
  };
}
