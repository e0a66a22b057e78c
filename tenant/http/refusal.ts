import { HTTPException } from "hono/http-exception";
import type { TenantRequest } from "./tenant-app.ts";

/**
 * A response that a handler or middleware throws. Each family of routes has its own class, because
 * each has its own error format; `onError` in app.ts sends them all.
 */
export abstract class Refusal extends HTTPException {
  override name = "Refusal";

  /** Returns the response; headers that were set on the request's context before are kept. */
  abstract respond(c: TenantRequest): Response | Promise<Response>;
}
