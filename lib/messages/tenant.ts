import * as z from "zod/mini";

const longestOrigin = 300;

/** A tenant as the user described it. Nothing in it is secret. */
export const tenantSchema = z.object({
  /** Its origin: a tenant's events and credential stay its own whatever it is called. */
  id: z.string().check(z.minLength(1), z.maxLength(300)),
  /** What people call it; shown beside every state. */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Scheme, host and port, without a trailing slash: `https://acme.example`, `http://localhost:4400`. */
  origin: z.string().check(z.maxLength(longestOrigin), z.regex(/^https?:\/\/[^/?#\s]+$/)),
  /** The application that login runs use. */
  clientId: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type Tenant = z.infer<typeof tenantSchema>;

/** How the management interface is reached. Crosses once, from the options page to the worker, and never back. */
export const credentialInputSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("access_token"),
    token: z.string().check(z.minLength(1), z.maxLength(20_000)),
  }),
  z.object({
    kind: z.literal("client_credentials"),
    clientId: z.string().check(z.minLength(1), z.maxLength(200)),
    clientSecret: z.string().check(z.minLength(1), z.maxLength(2_000)),
  }),
]);
export type CredentialInput = z.infer<typeof credentialInputSchema>;

/** What may be shown of a stored credential. */
export const credentialSummarySchema = z.object({
  kind: z.enum(["access_token", "client_credentials", "login"]),
  scopes: z.array(z.string()),
  /** Unix time in ms; absent when the token does not say. */
  expiresAt: z.optional(z.number()),
});
export type CredentialSummary = z.infer<typeof credentialSummarySchema>;

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A domain as people type it, or a sentence that says what is wrong with it. */
export type ParsedDomain = { origin: string } | { problem: string };

/**
 * What a name that can be looked up is made of, after the URL parser had it. Browsers let more through: a star, which would
 * make the permission that is asked for one of many hosts, and in Chromium spaces, as %20.
 */
const hostName = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Reads a tenant domain: a host, with or without scheme and port.
 *
 * Loopback hosts default to http, all others to https, and plain http elsewhere is refused: tokens and
 * credentials would cross the network in the clear (RFC 6749, section 1.6).
 */
export function parseDomain(text: string): ParsedDomain {
  const typed = text.trim();
  if (typed === "")
    return { problem: "Enter the tenant's domain, for example acme.us.example.com." };
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  const candidate = hasScheme ? typed : `https://${typed}`;
  if (!URL.canParse(candidate) || !hostName.test(new URL(candidate).hostname)) {
    return { problem: "This is not a domain. Enter a host such as acme.us.example.com." };
  }
  const url = new URL(candidate);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { problem: "A tenant is reached over https. Leave the scheme out, or write https://." };
  }
  const hasUser = url.username !== "" || url.password !== "";
  if (!/^\/+$/.test(url.pathname) || url.search !== "" || url.hash !== "" || hasUser) {
    return { problem: "Enter the domain alone, without a path, a query or a user name." };
  }
  const isLoopback = loopbackHosts.has(url.hostname);
  // Read anew under its own scheme, which decides what port need not be written.
  const { protocol, origin } = isLoopback && !hasScheme ? new URL(`http://${typed}`) : url;
  if (protocol === "http:" && !isLoopback) {
    return { problem: "Plain http is allowed for localhost and 127.0.0.1 only. Use https." };
  }
  if (origin.length > longestOrigin) {
    return { problem: `A domain has at most ${longestOrigin} characters. Check what was pasted.` };
  }
  return { origin };
}

/** The `iss` of the tokens that a tenant issues: its origin with a trailing slash (OIDC Discovery 1.0, section 3). */
export function issuerOf(tenant: Pick<Tenant, "origin">): string {
  return `${tenant.origin}/`;
}

/** The match pattern that the host permission of one tenant takes. Ports do not take part in match patterns. */
export function permissionPatternOf(origin: string): string {
  const url = new URL(origin);
  return `${url.protocol}//${url.hostname}/*`;
}
