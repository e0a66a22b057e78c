import { rateLimitHeaders } from "../authentication/cors.ts";
import type { Directory } from "../directory/directory.ts";
import type { TenantApp } from "../http/tenant-app.ts";

/** Lets pages of an allowed web origin of any client read the responses of the user routes. */
export function addUserCors(app: TenantApp, { clients }: Pick<Directory, "clients">): void {
  app.use("/api/v2/users/*", async (c, next) => {
    c.header("vary", "Origin", { append: true });
    const origin = c.req.header("origin");
    const isAllowed =
      origin !== undefined &&
      [...clients.values()].some((client) => client.web_origins.includes(origin));
    if (isAllowed) {
      c.header("access-control-allow-origin", origin);
      c.header("access-control-expose-headers", rateLimitHeaders);
    }
    if (c.req.method !== "OPTIONS") return await next();
    if (isAllowed) {
      c.header("access-control-allow-methods", "GET, POST, PATCH, DELETE");
      c.header("access-control-allow-headers", "Authorization, Content-Type, Auth0-Client");
      c.header("access-control-max-age", "600");
    }
    return c.body(null, 204);
  });
}
