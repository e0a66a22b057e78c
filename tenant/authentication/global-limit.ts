import type { TenantApp, TenantRequest } from "../http/tenant-app.ts";
import type { AuthenticationContext } from "./authentication-context.ts";
import { allowOrigin, findClientOfOrigin } from "./cors.ts";
import { OAuthError } from "./oauth-error.ts";
import {
  createTooManyRequestsPage,
  respondWithPlainText429,
  setLimitHeaders,
} from "./request-limit.ts";

type Refuse = (c: TenantRequest) => Response | Promise<Response>;

const text = "Global rate limit exceeded";

/** The refusals of each family of routes. */
const families: [paths: string[], refuse: Refuse][] = [
  [
    ["/oauth/token", "/oauth/token/", "/co/authenticate"],
    (c) => new OAuthError(429, "access_denied", text).respond(c),
  ],
  [
    [
      "/dbconnections/signup",
      "/dbconnections/change_password",
      "/passwordless/start",
      "/passwordless/verify",
    ],
    (c) => new OAuthError(429, "too_many_requests", text).respond(c),
  ],
  [["/userinfo", "/.well-known/jwks.json", "/co/verify"], respondWithPlainText429],
  [
    ["/authorize", "/v2/logout", "/passwordless/verify_redirect"],
    (c) => createTooManyRequestsPage().respond(c),
  ],
];

/**
 * Makes every route return the 429 of its family while the fault `global-limit-reached` is
 * planted.
 */
export function addGlobalLimit(app: TenantApp, context: AuthenticationContext): void {
  for (const [paths, refuse] of families) {
    for (const path of paths) {
      app.use(path, async (c, next) => {
        if (c.req.method === "OPTIONS" || !context.faults.isPlanted("global-limit-reached")) {
          return await next();
        }
        const { requestsPerWindow, rateLimitWindow } = context.limits;
        const readyAt = context.now() + rateLimitWindow;
        setLimitHeaders(c, { limit: requestsPerWindow, remaining: 0, readyAt });
        allowOrigin(c, findClientOfOrigin(context, c.req.header("origin") ?? ""));
        return await refuse(c);
      });
    }
  }
}
