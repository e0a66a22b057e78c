import type { Client } from "../directory/clients.ts";
import type { Directory } from "../directory/directory.ts";
import { readOrigin } from "../http/read-origin.ts";
import type { TenantApp, TenantRequest } from "../http/tenant-app.ts";

/** The rate limit headers that a page may read. */
export const rateLimitHeaders = "x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset";

/** Lets a page read the response if its origin is a web origin or callback origin of the client. */
export function allowOrigin(c: TenantRequest, client: Client | undefined): void {
  c.header("vary", "Origin", { append: true });
  const origin = c.req.header("origin");
  if (origin === undefined || client === undefined || !isKnownOrigin(client, origin)) return;
  c.header("access-control-allow-origin", origin);
  c.header("access-control-allow-credentials", "true");
  c.header("access-control-expose-headers", rateLimitHeaders);
}

/** Returns a client with this web origin or callback origin. */
export function findClientOfOrigin(
  { clients }: Pick<Directory, "clients">,
  origin: string,
): Client | undefined {
  return [...clients.values()].find((each) => isKnownOrigin(each, origin));
}

function isKnownOrigin(client: Client, origin: string): boolean {
  return (
    client.web_origins.includes(origin) ||
    client.callbacks.some((callback) => readOrigin(callback) === origin)
  );
}

/**
 * Adds the preflight routes. A preflight names no client, so the origin of any client is allowed.
 */
export function addPreflightRoutes(
  app: TenantApp,
  context: Pick<Directory, "clients">,
  paths: readonly string[],
): void {
  for (const path of paths) {
    app.options(path, (c) => {
      const origin = c.req.header("origin") ?? "";
      const client = findClientOfOrigin(context, origin);
      allowOrigin(c, client);
      if (client !== undefined) {
        c.header("access-control-allow-credentials", "true");
        c.header("access-control-allow-methods", "GET, POST");
        c.header(
          "access-control-allow-headers",
          "Authorization, Content-Type, Auth0-Client, X-Request-Language",
        );
        c.header("access-control-max-age", "600");
      }
      return c.body(null, 204);
    });
  }
}
