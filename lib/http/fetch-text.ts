import type { Fetch } from "./fetch.ts";
import { readBody } from "./read-body.ts";

export type TextReading = { ok: true; text: string } | { ok: false; why: string };

const maxBytes = 256 * 1024;

/**
 * Fetches a public JSON document of a tenant as text, up to 256 KiB, without cookies. Follows no
 * redirect: another URL can belong to another party.
 *
 * @param kind what the document is, for the reason of a failure: `a key set`
 * @param timeLimit returns a signal that aborts the request; by default after ten seconds
 */
export async function fetchText(
  url: string,
  { fetch, kind, timeLimit }: { fetch: Fetch; kind: string; timeLimit?: () => AbortSignal },
): Promise<TextReading> {
  const signal = timeLimit?.() ?? AbortSignal.timeout(10_000);
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      credentials: "omit",
      redirect: "error",
      cache: "no-store",
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      return {
        ok: false,
        why: `${url} responded with status ${response.status}. Check the tenant's domain in the options.`,
      };
    }
    const { text, end } = await readBody(response.body, { maxBytes, signal });
    if (end === "interrupted") return unreachable(url);
    if (end === "too-large")
      return {
        ok: false,
        why: `The response of ${url} exceeds 256 KiB, so it is not ${kind}. Check the tenant's domain.`,
      };
    return { ok: true, text };
  } catch {
    return unreachable(url);
  }
}

function unreachable(url: string): TextReading {
  return {
    ok: false,
    why: `Could not reach ${url}. Check that the tenant is running and that the extension may access its URL.`,
  };
}
