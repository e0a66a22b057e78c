import type { TenantApp } from "../http/tenant-app.ts";
import { addConnectionProfileRoutes } from "./connection-profiles.ts";
import { addEventRoutes } from "./events.ts";
import { addIdentityRoutes } from "./identities.ts";
import type { ManagementContext } from "./management-context.ts";
import { ManagementError } from "./management-error.ts";
import { addTokenExchangeProfileRoutes } from "./token-exchange-profiles.ts";
import { addUserRoutes } from "./users.ts";
import { rateLimitHeaders } from "../authentication/cors.ts";
import type { Directory } from "../directory/directory.ts";

/** Adds the Management API under `/api/v2`; every response has the rate limit headers. */
export function addManagementRoutes(app: TenantApp, context: ManagementContext): void {
  addUserCors(app, context);

  app.use("/api/v2/*", async (c, next) => {
    const take = context.rateLimit.take();
    c.header("x-ratelimit-limit", String(take.limit));
    c.header("x-ratelimit-remaining", String(take.remaining));
    c.header("x-ratelimit-reset", String(take.reset));
    c.header("cache-control", "no-store");
    if (take.isAllowed) return await next();
    if (c.req.path === "/api/v2/events") {
      const seconds = Math.max(1, take.reset - Math.floor(context.now() / 1000));
      c.header("retry-after", String(seconds));
    }
    const errorCode = "too_many_requests";
    throw new ManagementError(429, "Global limit has been reached", { errorCode });
  });

  addTokenExchangeProfileRoutes(app, context);
  addConnectionProfileRoutes(app, context);
  addUserRoutes(app, context);
  addIdentityRoutes(app, context);
  addEventRoutes(app, context);

  refuseManagementPaths(app);
}

/** Refuses every path of the Management API that no earlier route handles. */
export function refuseManagementPaths(app: TenantApp): void {
  app.all("/api/v2/*", () => {
    throw new ManagementError(404, "Not Found");
  });
}

/** Lets pages of an allowed web origin of any client read the responses of the user routes. */
function addUserCors(app: TenantApp, { clients }: Pick<Directory, "clients">): void {
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
