import type { Fetch } from "../http/fetch.ts";
import { fetchText } from "../http/fetch-text.ts";
import { readDiscovery, type Discovery } from "./discovery.ts";

export type DiscoveryReading =
  | { ok: true; discovery: Discovery }
  /** The reason is a sentence for people. */
  | { ok: false; why: string };

/** The discovery documents of the tenants, each cached for ten minutes. */
export interface Discoveries {
  /**
   * Reads the document of a tenant.
   *
   * @param origin scheme, host and port of the domain for logins
   */
  read(origin: string): Promise<DiscoveryReading>;
}

export interface DiscoveryPorts {
  fetch: Fetch;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Returns a signal that aborts a request; by default after ten seconds. */
  timeLimit?: () => AbortSignal;
}

const maxAge = 10 * 60 * 1000;

/** Creates a cache of discovery documents, with at most one request in flight for each tenant. */
export function createDiscoveries(ports: DiscoveryPorts): Discoveries {
  const cache = new Map<string, { reading: DiscoveryReading; readAt: number }>();
  const inFlight = new Map<string, Promise<DiscoveryReading>>();

  async function fetchAndCache(origin: string): Promise<DiscoveryReading> {
    const reading = await discoverTenant(origin, ports);
    // Do not cache a failure: the next run must see that the tenant is up again.
    if (reading.ok) cache.set(origin, { reading, readAt: ports.now() });
    return reading;
  }

  return {
    async read(origin) {
      const cached = cache.get(origin);
      // The elapsed time is negative if the clock was set back.
      const elapsed = cached === undefined ? -1 : ports.now() - cached.readAt;
      if (cached !== undefined && elapsed >= 0 && elapsed < maxAge) return cached.reading;
      const running = inFlight.get(origin) ?? fetchAndCache(origin);
      inFlight.set(origin, running);
      try {
        return await running;
      } finally {
        inFlight.delete(origin);
      }
    },
  };
}

/**
 * Fetches the discovery document of a tenant.
 *
 * @see OpenID Connect Discovery 1.0, section 4
 */
export async function discoverTenant(
  origin: string,
  ports: Omit<DiscoveryPorts, "now">,
): Promise<DiscoveryReading> {
  const url = `${origin}/.well-known/openid-configuration`;
  const reading = await fetchText(url, { ...ports, kind: "a discovery document" });
  if (!reading.ok) return reading;
  const discovery = readDiscovery(reading.text);
  if (discovery === undefined)
    return {
      ok: false,
      why: `The response of ${url} is not a discovery document of OpenID Connect. Check the tenant's domain in the options.`,
    };
  // Section 4.3: otherwise one server could pass for the issuer of another one.
  if (discovery.issuer !== origin && discovery.issuer !== `${origin}/`)
    return {
      ok: false,
      why: `${url} names another issuer: ${discovery.issuer}, expected ${origin}/. Use the issuer as the tenant's domain.`,
    };
  return { ok: true, discovery };
}
