import type { Directory } from "../directory/directory.ts";
import type { TenantRequest } from "../http/tenant-app.ts";

/**
 * Describes the request that caused an event. `geo` is empty: a loopback address has no location.
 */
export function describeRequestContext(
  c: TenantRequest,
  { clients }: Pick<Directory, "clients">,
): Record<string, unknown> {
  const client = clients.get(c.var.clientId ?? "");
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
