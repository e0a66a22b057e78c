import type { Risk } from "../operation.ts";

/** The errors of each call of the Management API, by their cause. */
export const managementCauses = {
  invalidAccessToken: {
    error: "Unauthorized",
    cause: "The access token is expired, forged, or for another API.",
    remedy: "Log in with the audience of the Management API: https://{tenant}/api/v2/.",
  },
  notAnAccessToken: {
    error: "Bad Request",
    cause: "The access token is not a JWT. Without an audience, the tenant issues such tokens.",
    remedy: "Log in with the audience of the Management API: https://{tenant}/api/v2/.",
  },
  insufficientScope: {
    error: "Forbidden",
    cause: "The access token lacks the scope of this call (insufficient_scope).",
    remedy: "Log in with the scope of this call, named explicitly.",
  },
  otherUser: {
    error: "Forbidden",
    cause: "The user ID is not that of the access token's user.",
    remedy: "Use the sub of the access token.",
  },
  managementLimit: {
    error: "Too Many Requests",
    cause: "Too many requests reached the Management API in a short time.",
    remedy: "Wait until the time in X-RateLimit-Reset, then try again.",
  },
} as const satisfies Readonly<Record<string, Risk>>;
