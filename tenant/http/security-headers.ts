import type { TenantApp } from "./tenant-app.ts";

const defaults = {
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const closedPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Adds the headers that prevent sniffing, framing and embedding by another origin, unless a route
 * has set them. Strict-Transport-Security is not sent: browsers would apply it to every port of
 * this machine.
 */
export function addSecurityHeaders(app: TenantApp): void {
  app.use(async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of Object.entries(defaults)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    if (headers.has("content-security-policy")) return;
    headers.set("content-security-policy", closedPolicy);
    headers.set("x-frame-options", "DENY");
  });
}
