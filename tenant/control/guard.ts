import type { TenantRequest } from "../context.ts";

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Why a request may not use the control interface, or undefined when it may. A web page of another
 * origin could otherwise drive a tenant on the same machine, through a rebound host name too.
 */
export function findControlRefusal(c: TenantRequest): string | undefined {
  const url = new URL(c.req.url);
  const host = c.req.header("host") ?? url.host;
  const isLoopback = [host, url.host].every((each) =>
    loopbackNames.has(each.toLowerCase().replace(/:\d+$/, "")),
  );
  if (!isLoopback) return "The control interface answers on localhost and 127.0.0.1 alone.";
  const origin = c.req.header("origin");
  if (origin !== undefined && origin !== `${url.protocol}//${host}`) {
    return "The control interface does not answer pages of another origin.";
  }
  return undefined;
}
