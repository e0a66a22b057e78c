import { parseJson } from "../encoding/json.ts";
import { readBody } from "../http/read-body.ts";
import * as z from "zod/mini";
import { parseDomain } from "../messages/domain.ts";
import type { Fetch } from "../http/fetch.ts";
import { WorkerError } from "./worker-error.ts";

const discoverySchema = z.looseObject({ issuer: z.string(), jwks_uri: z.string() });
const keySetSchema = z.looseObject({ keys: z.array(z.unknown()) });

const timeoutMs = 10_000;
const maxBytes = 512 * 1024;

/**
 * Checks that a tenant responds at an origin: requests its discovery document and its key set.
 *
 * @throws {WorkerError} `tenant-unreachable` or `not-a-tenant`
 * @see OpenID Connect Discovery 1.0, section 4
 */
export async function checkTenant(
  origin: string,
  fetch: Fetch,
): Promise<{ issuer: string; keyCount: number }> {
  const discovery = z.safeParse(
    discoverySchema,
    await readJson(`${origin}/.well-known/openid-configuration`, origin, fetch),
  );
  if (!discovery.success) throw notATenant(origin);
  const { issuer } = discovery.data;
  if (issuer !== `${origin}/`) {
    const named = parseDomain(issuer);
    throw new WorkerError(
      "not-a-tenant",
      `The issuer of ${origin} is ${issuer.slice(0, 200)}. Enter that domain, because tokens are checked against it.`,
      "origin" in named ? named.origin : undefined,
    );
  }
  // Ignore the document's `jwks_uri`, which could name another host. Every tenant serves its keys
  // at this path.
  const keySet = z.safeParse(
    keySetSchema,
    await readJson(`${origin}/.well-known/jwks.json`, origin, fetch),
  );
  if (!keySet.success) throw notATenant(origin);
  return { issuer, keyCount: keySet.data.keys.length };
}

async function readJson(url: string, origin: string, fetch: Fetch): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(url, {
      credentials: "omit",
      redirect: "error",
      cache: "no-store",
      signal,
    });
  } catch {
    throw unreachable(origin);
  }
  const { text, end } = await readBody(response.body, { maxBytes, signal });
  if (end === "interrupted") throw unreachable(origin);
  if (!response.ok || end === "too-large") throw notATenant(origin);
  const value = parseJson(text);
  if (value === undefined) throw notATenant(origin);
  return value;
}

function notATenant(origin: string): WorkerError {
  return new WorkerError(
    "not-a-tenant",
    `${origin} responds, but is not a tenant: it has no usable /.well-known/openid-configuration. Check the domain.`,
  );
}

function unreachable(origin: string): WorkerError {
  return new WorkerError(
    "tenant-unreachable",
    `No response from ${origin}. Check the domain, and that the tenant is running and reachable from here.`,
  );
}
