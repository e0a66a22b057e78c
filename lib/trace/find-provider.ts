import { readMember, readText } from "../encoding/json.ts";
import type { CaptureContext, Discovery, KeySet } from "./capture-context.ts";
import { readHeader } from "./exchange.ts";
import type { Flow } from "./flow.ts";
import { readParameter } from "./parameters.ts";

/** The capture's documents of the provider of a flow. */
export interface Provider {
  discovery?: Discovery;
  /**
   * The issuer that the discovery document names. Without one, only a tenant's is known: other
   * providers issue tokens under any address (OpenID Connect Core, section 2).
   */
  issuer?: string;
  /** Oldest first. */
  keySets: readonly KeySet[];
  /** True if it is a tenant: its issuer is its origin with a slash, and its libraries want RS256. */
  isTenant: boolean;
}

/**
 * Finds the documents that belong to a flow. A host can have several providers, as one for each
 * realm, and a provider can publish its documents on another host.
 */
export function findProvider(flow: Flow, context: CaptureContext): Provider {
  const discovery = findDiscovery(flow, context.discoveries);
  const keySets = findKeySets(flow, context, discovery);
  const isOurs = isTenant(flow, keySets);
  const issuer = readIssuer(discovery) ?? (isOurs ? readTenantIssuer(flow) : undefined);
  return {
    ...(discovery === undefined ? {} : { discovery }),
    ...(issuer === undefined ? {} : { issuer }),
    keySets,
    isTenant: isOurs,
  };
}

function readIssuer(discovery: Discovery | undefined): string | undefined {
  const named = readText(readMember(discovery?.document ?? {}, "issuer"));
  return named === undefined || isTemplate(named) ? undefined : named;
}

function readTenantIssuer({ messages, host }: Flow): string {
  const url = messages
    .map(({ exchange }) => URL.parse(exchange.url))
    .find((each) => each?.host === host);
  return `${url?.origin ?? `https://${host}`}/`;
}

/** True for the issuer of many: some providers write a placeholder, such as `{tenantid}`. */
export function isTemplate(issuer: string): boolean {
  return issuer.includes("{");
}

const withoutQuery = (url: string) => url.split(/[?#]/u, 1)[0];

function findDiscovery(
  { host, messages }: Flow,
  discoveries: readonly Discovery[],
): Discovery | undefined {
  if (discoveries.length === 0) return undefined;
  const asked = new Set(
    messages
      .filter(({ kind }) => kind === "authorization" || kind === "token")
      .map(({ exchange }) => withoutQuery(exchange.url)),
  );
  const named = discoveries.find(({ document }) =>
    ["authorization_endpoint", "token_endpoint"].some((name) =>
      asked.has(readText(readMember(document, name)) ?? ""),
    ),
  );
  if (named !== undefined) return named;
  const local = discoveries.filter(({ message }) => URL.parse(message.exchange.url)?.host === host);
  return local.length === 1 ? local[0] : undefined;
}

function findKeySets(
  { host }: Flow,
  { keySets, keySetsByUrl }: CaptureContext,
  discovery: Discovery | undefined,
): readonly KeySet[] {
  const place = readText(readMember(discovery?.document ?? {}, "jwks_uri")) ?? "";
  return keySetsByUrl.get(place) ?? keySets.get(host) ?? [];
}

/** Paths of a tenant. Others use one of them, but not two. */
const tenantPaths: readonly RegExp[] = [
  /^\/authorize$/,
  /^\/oauth\/token$/,
  /^\/u\//,
  /^\/co\/(?:authenticate|verify)$/,
  /^\/\.well-known\/jwks\.json$/,
  /^\/v2\/logout$/,
  /^\/passwordless\/start$/,
  /^\/dbconnections\//,
];

/** The grants that no other provider has (interface description, "login" and "passwordless"). */
const tenantGrant = /^http:\/\/auth0\.com\/oauth\/grant-type\//;

function isTenant({ host, messages }: Flow, keySets: readonly KeySet[]): boolean {
  const all = [...messages, ...keySets.map(({ message }) => message)];
  if (all.some(({ request }) => readParameter(request, "auth0Client") !== undefined)) return true;
  if (all.some(({ request }) => tenantGrant.test(readParameter(request, "grant_type") ?? "")))
    return true;
  if (all.some(({ exchange }) => readHeader(exchange.requestHeaders, "auth0-client") !== undefined))
    return true;
  const paths = all.flatMap(({ exchange }) => {
    const url = URL.parse(exchange.url);
    return url?.host === host ? [url.pathname] : [];
  });
  return tenantPaths.filter((pattern) => paths.some((path) => pattern.test(path))).length > 1;
}
