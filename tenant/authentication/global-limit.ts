import type { TenantApp, TenantContext, TenantRequest } from "../context.ts";
import { allowOrigin, findClientOfOrigin } from "./cors.ts";
import { respondWithOAuthError } from "./oauth-error.ts";
import { answerRateLimitPlainly, describeLimit, renderTooManyRequests } from "./request-limit.ts";

type Answer = (c: TenantRequest) => Response | Promise<Response>;

const text = "Global rate limit exceeded";

const answerWithOAuth: Answer = (c) => respondWithOAuthError(c, 429, "access_denied", text);
const answerTooMany: Answer = (c) => respondWithOAuthError(c, 429, "too_many_requests", text);

/** How each family of routes words the tenant's limit. */
const answers: [paths: string[], answer: Answer][] = [
  [["/oauth/token", "/oauth/token/", "/co/authenticate"], answerWithOAuth],
  [
    [
      "/dbconnections/signup",
      "/dbconnections/change_password",
      "/passwordless/start",
      "/passwordless/verify",
    ],
    answerTooMany,
  ],
  [["/userinfo", "/.well-known/jwks.json", "/co/verify"], answerRateLimitPlainly],
  [["/authorize", "/v2/logout", "/passwordless/verify_redirect"], renderTooManyRequests],
];

/** While the fault `global-limit-reached` is planted, every route answers 429 in its family's way. */
export function addGlobalLimit(app: TenantApp, context: TenantContext): void {
  for (const [paths, answer] of answers) {
    for (const path of paths) {
      app.use(path, async (c, next) => {
        if (c.req.method === "OPTIONS" || !context.faults.isPlanted("global-limit-reached")) {
          return await next();
        }
        const { requestsPerWindow, rateLimitWindow } = context.limits;
        const readyAt = context.now() + rateLimitWindow;
        describeLimit(c, { limit: requestsPerWindow, remaining: 0, readyAt });
        allowOrigin(c, findClientOfOrigin(context, c.req.header("origin") ?? ""));
        return await answer(c);
      });
    }
  }
}
