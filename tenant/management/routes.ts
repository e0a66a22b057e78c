import type { TenantApp, TenantContext } from "../context.ts";
import { addEventRoutes } from "./events.ts";
import { addConnectionProfileRoutes } from "./connection-profiles.ts";
import { addUserCors } from "./cors.ts";
import { addIdentityRoutes } from "./identities.ts";
import { respondWithManagementError } from "./management-error.ts";
import { addTokenExchangeProfileRoutes } from "./token-exchange-profiles.ts";
import { addUserRoutes } from "./users.ts";

/** The management interface under `/api/v2`: every answer tells the state of the rate limit. */
export function addManagementRoutes(app: TenantApp, context: TenantContext): void {
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
    const message = "Global limit has been reached";
    return respondWithManagementError(c, { status: 429, message, errorCode: "too_many_requests" });
  });

  addTokenExchangeProfileRoutes(app, context);
  addConnectionProfileRoutes(app, context);
  addUserRoutes(app, context);
  addIdentityRoutes(app, context);
  addEventRoutes(app, context);

  app.all("/api/v2/*", (c) => respondWithManagementError(c, { status: 404, message: "Not Found" }));
}
