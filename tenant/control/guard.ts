import type { TenantRequest } from "../context.ts";
import { isLoopbackHost } from "../http/own-host.ts";

/**
 * Why a request may not use the control interface, or undefined when it may. A web page of another
 * origin could otherwise drive a tenant on the same machine.
 */
export function findControlRefusal(c: TenantRequest): string | undefined {
  if (!isLoopbackHost(c)) {
    return "The control interface answers on localhost and 127.0.0.1 alone.";
  }
  const url = new URL(c.req.url);
  const origin = c.req.header("origin");
  const isForeignOrigin =
    origin !== undefined && origin !== `${url.protocol}//${c.req.header("host") ?? url.host}`;
  // A request without an Origin can come from another site too, as the address of a picture does.
  if (isForeignOrigin || c.req.header("sec-fetch-site") === "cross-site") {
    return "The control interface does not answer pages of another origin.";
  }
  return undefined;
}
