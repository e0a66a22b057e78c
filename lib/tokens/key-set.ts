import type { Fetch } from "../http/fetch.ts";
import { fetchText } from "../http/fetch-text.ts";
import { findKeySetUrl } from "./find-key-set-url.ts";
import { readKeySet, type JsonWebKeySet } from "./read-key-set.ts";

export type KeySetReading =
  | { ok: true; jwks: JsonWebKeySet; isCached: boolean }
  | { ok: false; why: string };

export interface KeySets {
  /** Returns the keys of an issuer, cached for ten minutes. `refresh` fetches them again. */
  read(issuer: string, options?: { refresh?: boolean }): Promise<KeySetReading>;
}

export interface KeySetPorts {
  fetch: Fetch;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Returns a signal that aborts a request; by default after ten seconds. */
  timeLimit?: () => AbortSignal;
}

const maxAge = 10 * 60 * 1000;

/** Creates a cache of key sets, with at most one request in flight for each issuer. */
export function createKeySets(ports: KeySetPorts): KeySets {
  const cache = new Map<string, { jwks: JsonWebKeySet; readAt: number }>();
  const inFlight = new Map<string, Promise<KeySetReading>>();

  async function fetchAndCache(issuer: string): Promise<KeySetReading> {
    const reading = await fetchKeySet(issuer, ports);
    if (reading.ok) cache.set(issuer, { jwks: reading.jwks, readAt: ports.now() });
    return reading;
  }

  return {
    async read(issuer, options = {}) {
      const cached = cache.get(issuer);
      const isFresh = cached !== undefined && ports.now() - cached.readAt < maxAge;
      if (isFresh && options.refresh !== true)
        return { ok: true, jwks: cached.jwks, isCached: true };
      const running = inFlight.get(issuer) ?? fetchAndCache(issuer);
      inFlight.set(issuer, running);
      try {
        return await running;
      } finally {
        inFlight.delete(issuer);
      }
    },
  };
}

async function fetchKeySet(issuer: string, ports: KeySetPorts): Promise<KeySetReading> {
  const url = findKeySetUrl(issuer);
  if (url === undefined) {
    return {
      ok: false,
      why: "The tenant's URL does not use https and is not on this machine, so its keys cannot be trusted. Correct the domain in the options.",
    };
  }
  const reading = await fetchText(url, { ...ports, kind: "a key set" });
  if (!reading.ok) return reading;
  const jwks = readKeySet(reading.text);
  if (jwks === undefined)
    return {
      ok: false,
      why: `The response of ${url} is not a JSON Web Key Set. Check the tenant's domain in the options.`,
    };
  return { ok: true, jwks, isCached: false };
}
