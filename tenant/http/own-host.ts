import type { TenantApp, TenantRequest } from "../context.ts";

const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses every request whose host is neither loopback nor the tenant's own name. The secrets of the
 * seed are published, so a page whose host name was rebound to this machine could otherwise get a
 * token and read the answer as its own origin's (DNS rebinding).
 */
export function requireOwnHost(app: TenantApp, ownName: string): void {
  app.use(async (c, next) => {
    if (isHostAmong(c, (name) => name === ownName || loopbackNames.has(name))) return await next();
    // RFC 9110, section 15.5.20.
    return c.text(
      `This server answers on ${ownName}, localhost and 127.0.0.1 only. Check the address.`,
      421,
    );
  });
}

/** Reports whether a request names a loopback host in its address and in its Host header. */
export function isLoopbackHost(c: TenantRequest): boolean {
  return isHostAmong(c, (name) => loopbackNames.has(name));
}

function isHostAmong(c: TenantRequest, isAllowed: (name: string) => boolean): boolean {
  const { host } = new URL(c.req.url);
  return [c.req.header("host") ?? host, host].every((each) =>
    isAllowed(each.toLowerCase().replace(/:\d+$/, "")),
  );
}
