import type { TenantApp, TenantRequest } from "./tenant-app.ts";

/** The names of this machine. */
export const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Refuses requests to a host that is neither loopback nor the tenant's own name. This prevents DNS
 * rebinding. The seeded secrets are public: a page whose host name resolves to this machine could
 * otherwise get a token from its own origin.
 */
export function requireOwnHost(app: TenantApp, ownName: string): void {
  app.use(async (c, next) => {
    if (isHostAmong(c, (name) => name === ownName || loopbackNames.includes(name)))
      return await next();
    // RFC 9110, section 15.5.20.
    return c.text(
      `This server accepts only the hosts ${ownName}, localhost and 127.0.0.1. Check the URL.`,
      421,
    );
  });
}

/** Returns true if a request names one of these hosts in its URL and in its Host header. */
export function isHostAmong(c: TenantRequest, isAllowed: (name: string) => boolean): boolean {
  const { host } = new URL(c.req.url);
  return [c.req.header("host") ?? host, host].every((each) =>
    isAllowed(each.toLowerCase().replace(/:\d+$/, "")),
  );
}
