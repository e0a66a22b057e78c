import { isHostAmong } from "../http/own-host.ts";
import type { TenantRequest } from "../http/tenant-app.ts";
import { ControlError } from "./control-body.ts";

/**
 * Refuses requests of other origins: their pages could otherwise control a tenant on the same
 * machine.
 *
 * @throws {ControlError}
 */
export function requireControlCaller(c: TenantRequest, hosts: ReadonlySet<string>): void {
  if (!isHostAmong(c, (name) => hosts.has(name))) {
    const message = `The control interface is available only on ${[...hosts].join(", ")}.`;
    throw new ControlError(403, message);
  }
  const url = new URL(c.req.url);
  const origin = c.req.header("origin");
  if (origin !== undefined && isDescriptionForExtension(c, origin)) return;
  const isForeignOrigin =
    origin !== undefined && origin !== `${url.protocol}//${c.req.header("host") ?? url.host}`;
  // Another site can also cause a request without an Origin header, such as for an image.
  if (isForeignOrigin || c.req.header("sec-fetch-site") === "cross-site") {
    const message = "The control interface rejects requests from pages of other origins.";
    throw new ControlError(403, message);
  }
}

/**
 * Returns true if a browser extension reads the description, from which it connects the tenant. The
 * browser writes the Origin header: no web page can send that of an extension.
 */
function isDescriptionForExtension(c: TenantRequest, origin: string): boolean {
  const isExtension = /^(?:chrome|moz)-extension:\/\/[\w-]+$/.test(origin);
  return isExtension && c.req.method === "GET" && c.req.path === "/_control/description";
}
