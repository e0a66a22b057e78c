import { HTTPException } from "hono/http-exception";
import type { TenantRequest } from "./tenant-app.ts";

/**
 * A response that a handler or middleware gives by throwing. Each family of routes has a class of
 * its own, because each words errors differently; `onError` in app.ts sends them all.
 */
export abstract class Refusal extends HTTPException {
  override name = "Refusal";

  /** Returns the response; headers that were set on the request's context before are kept. */
  abstract respond(c: TenantRequest): Response | Promise<Response>;
}
