import type { Client } from "../directory/clients.ts";
import type { TenantApp, TenantContext, TenantRequest } from "../context.ts";

/** What a page needs to know when it may try again. */
export const rateLimitHeaders = "x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset";

/** Lets the page read the answer when its origin is in the client's allowed web origins or that of a callback. */
export function allowOrigin(c: TenantRequest, client: Client | undefined): void {
  c.header("vary", "Origin", { append: true });
  const origin = c.req.header("origin");
  if (origin === undefined || client === undefined || !isKnownOrigin(client, origin)) return;
  c.header("access-control-allow-origin", origin);
  c.header("access-control-allow-credentials", "true");
  c.header("access-control-expose-headers", rateLimitHeaders);
}

/** Any client that a page of this origin may belong to. */
export function findClientOfOrigin(context: TenantContext, origin: string): Client | undefined {
  return [...context.clients.values()].find((each) => isKnownOrigin(each, origin));
}

function isKnownOrigin(client: Client, origin: string): boolean {
  return (
    client.web_origins.includes(origin) ||
    client.callbacks.some((callback) => new URL(callback).origin === origin)
  );
}

/** Answers preflights; they name no client, so an origin of any client will do. */
export function addPreflightRoutes(
  app: TenantApp,
  context: TenantContext,
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
