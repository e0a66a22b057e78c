import * as z from "zod/mini";
import type { SentRequest } from "./port-messages.ts";

/** A cookie of the sandbox; `expiresAt` in milliseconds since 1970, absent for a session cookie. */
const cookieSchema = z.object({
  name: z.string(),
  value: z.string(),
  expiresAt: z.exactOptional(z.number()),
});

/** The cookies of a jar, as they are stored. */
export const cookiesSchema = z.array(cookieSchema);

export type Cookies = z.infer<typeof cookiesSchema>;

/** The cookies of the sandbox, which its pages and its requests share. */
export interface CookieJar {
  /** Returns the request with its `Cookie` header. */
  attach(sent: SentRequest): SentRequest;
  /** Takes the cookies of the response; resolves when they are stored. */
  take(sent: SentRequest, response: Response): Promise<void>;
}

/**
 * Creates the jar.
 *
 * @param ports.now milliseconds since 1970
 */
export function createCookieJar(
  first: Cookies,
  ports: { save(cookies: Cookies): Promise<void>; now(): number },
): CookieJar {
  let cookies = first;
  return {
    attach(sent) {
      const line = sent.hasCookies ? writeCookies(cookies, ports.now()) : undefined;
      return line === undefined ? sent : { ...sent, headers: [...sent.headers, ["cookie", line]] };
    },
    async take(sent, response) {
      const lines = sent.hasCookies ? response.headers.getSetCookie() : [];
      if (lines.length === 0) return;
      cookies = storeCookies(cookies, lines, ports.now());
      await ports.save(cookies);
    },
  };
}

/**
 * Returns the cookies after a response. The jar has one host, whose cookies all have the path `/`,
 * so that only the names and the times of RFC 6265, section 5.3 matter.
 *
 * @param lines the values of the response's `Set-Cookie` headers
 * @param now milliseconds since 1970
 */
function storeCookies(cookies: Cookies, lines: readonly string[], now: number): Cookies {
  const jar = new Map(cookies.map((cookie) => [cookie.name, cookie]));
  for (const line of lines) {
    const [pair = "", ...attributes] = line.split(";");
    const at = pair.indexOf("=");
    if (at < 1) continue;
    const name = pair.slice(0, at).trim();
    const expiresAt = readExpiry(attributes, now);
    // A stored cookie keeps its place, as in a browser.
    jar.set(name, {
      name,
      value: pair.slice(at + 1).trim(),
      ...(expiresAt !== undefined && { expiresAt }),
    });
  }
  return keepCurrent([...jar.values()], now);
}

/** Returns the `Cookie` header of a request; undefined without a cookie. */
function writeCookies(cookies: Cookies, now: number): string | undefined {
  const current = keepCurrent(cookies, now);
  if (current.length === 0) return undefined;
  return current.map(({ name, value }) => `${name}=${value}`).join("; ");
}

function keepCurrent(cookies: Cookies, now: number): Cookies {
  return cookies.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
}

/** Returns the end of a cookie's life. `Max-Age` precedes `Expires` (RFC 6265, section 5.3). */
function readExpiry(attributes: readonly string[], now: number): number | undefined {
  const values = new Map(
    attributes.map((attribute) => {
      const [name = "", value = ""] = attribute.split("=");
      return [name.trim().toLowerCase(), value.trim()];
    }),
  );
  const seconds = values.get("max-age");
  if (seconds !== undefined && /^-?\d+$/u.test(seconds)) return now + Number(seconds) * 1000;
  const expires = Date.parse(values.get("expires") ?? "");
  return Number.isNaN(expires) ? undefined : expires;
}
