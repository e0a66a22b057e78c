import * as z from "zod/mini";
import type { Fetch } from "../management/ports.ts";
import { WorkerError } from "./worker-error.ts";

const discoverySchema = z.looseObject({ issuer: z.string(), jwks_uri: z.string() });
const keySetSchema = z.looseObject({ keys: z.array(z.unknown()) });

const longestWaitMs = 10_000;
const longestAnswer = 512 * 1024;

/**
 * Finds out whether a tenant answers at an origin, by its discovery document and its key set.
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
    throw new WorkerError(
      "not-a-tenant",
      `${origin} says that its issuer is ${issuer.slice(0, 200)}. Enter that domain: tokens are checked against it.`,
    );
  }
  // The keys are read where every tenant has them, not where the document points: it cannot send us to another host.
  const keySet = z.safeParse(
    keySetSchema,
    await readJson(`${origin}/.well-known/jwks.json`, origin, fetch),
  );
  if (!keySet.success) throw notATenant(origin);
  return { issuer, keyCount: keySet.data.keys.length };
}

async function readJson(url: string, origin: string, fetch: Fetch): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      credentials: "omit",
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(longestWaitMs),
    });
    text = await readStart(response);
  } catch {
    throw new WorkerError(
      "tenant-unreachable",
      `Nothing answers at ${origin}. Check the domain, and that the tenant is running and reachable from here.`,
    );
  }
  if (!response.ok || text.length > longestAnswer) throw notATenant(origin);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw notATenant(origin);
  }
}

/** The answer as a text; of one that is too long, a little more than is taken of any. */
async function readStart({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (text.length <= longestAnswer) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  // Nobody reads on; how the connection is closed changes nothing.
  reader.cancel().catch(() => undefined);
  return text;
}

function notATenant(origin: string): WorkerError {
  return new WorkerError(
    "not-a-tenant",
    `${origin} answers, but not as a tenant: it has no usable /.well-known/openid-configuration. Check the domain.`,
  );
}
