import { Hono } from "hono";
import { addAuthenticationRoutes } from "./authentication/routes.ts";
import {
  authorizationCodeLifetime,
  type AuthorizationCode,
} from "./authentication/authorize/authorization-code.ts";
import {
  loginTransactionLifetime,
  type LoginTransaction,
} from "./authentication/login/login-transaction.ts";
import { seedConsents } from "./authentication/login/consents.ts";
import { createLoginState } from "./authentication/login/login-state.ts";
import { createClock } from "./core/clock.ts";
import type { TenantApp, TenantContext } from "./context.ts";
import { addPlannedResponses } from "./control/apply-planned-response.ts";
import { createNextResponses } from "./control/next-responses.ts";
import { addControlRoutes } from "./control/routes.ts";
import { describeTenant, type TenantDescription } from "./description.ts";
import { createEventLog } from "./events/event-log.ts";
import { createStreamDelivery } from "./events/stream-delivery.ts";
import { createStreamRegistry } from "./events/stream-registry.ts";
import { createExpiringStore } from "./core/expiring-store.ts";
import { createFaults } from "./core/faults.ts";
import {
  createKeyRing,
  createTenantKeys,
  importTenantKeys,
  type KeyRing,
  type TenantKeys,
} from "./core/keys.ts";
import { defaultLimits, type TenantLimits } from "./core/limits.ts";
import { createMailbox, type Mailbox } from "./core/mailbox.ts";
import { createListOrder } from "./management/list-order.ts";
import { respondWithManagementError } from "./management/management-error.ts";
import { createRateLimit } from "./management/rate-limit.ts";
import { addManagementRoutes } from "./management/routes.ts";
import { requireOwnHost } from "./http/own-host.ts";
import { renderErrorPage } from "./pages/error-page.ts";
import { addPageAssets } from "./pages/page-layout.ts";
import { createRandomSource, type FillRandom } from "./core/random.ts";
import { addSecurityHeaders } from "./http/security-headers.ts";
import {
  seedActions,
  seedClients,
  seedConnectionProfiles,
  seedResourceServers,
  seedUsers,
} from "./directory/seed.ts";
import { sessionLifetime, type Session } from "./authentication/login/sessions.ts";
import { createChangeTracker, type TakeChange } from "./store/state-change.ts";
import { applyState, takeParts, takeState, type TenantState } from "./store/tenant-state.ts";
import { createTenantLog, describeQuery } from "./core/tenant-log.ts";

/** How to build a tenant. */
export interface TenantOptions {
  /** Origin that the tenant is reached at, without a slash: the issuer is this and a slash. */
  origin: string;
  /** Origins of the demo web app: allowed as callbacks, web origins and logout addresses. */
  demoOrigins: readonly string[];
  /** Milliseconds since 1970; the system's clock unless given. */
  now?: () => number;
  /** Source of random bytes; the runtime's unless given. Keys are always the runtime's. */
  fillRandom?: FillRandom;
  /** The signing key; that of the state, or a new one, unless given. */
  keys?: Promise<TenantKeys>;
  limits?: Partial<TenantLimits>;
  /** What an earlier tenant has kept; that of the seed unless given. */
  state?: TenantState;
}

/** A tenant in memory: requests in, responses out. */
export interface Tenant {
  fetch(request: Request): Promise<Response>;
  /** Settles when the signing key is there. Requests before that wait for it where they need it. */
  ready: Promise<void>;
  describe(): TenantDescription;
  /** Every route on the tenant's own domain, controls included, in the router's notation: `"GET /users/:id"`. */
  routes: readonly string[];
  /** Mails and text messages that were sent. */
  mailbox: Pick<Mailbox, "list">;
  /** All that is to be kept over a restart, ready to be written as JSON. */
  save(): TenantState;
  /** Starts to follow what `save` gives, so that a change can be written instead of the whole. */
  trackChanges(): TakeChange;
  /** Ends every open event stream. */
  stop(): void;
}

/** Builds a freshly seeded tenant. No network, no timer until a stream is open. */
export function createTenant(options: TenantOptions): Tenant {
  const context = createContext(options);
  const starts = (options.state?.starts ?? 0) + 1;
  if (options.state !== undefined) applyState(context, options.state);
  const app = createApp(context, { isCustomDomain: false });
  const customDomain = createCustomDomain(context, options.origin);
  return {
    async fetch(request) {
      const isCustom = new URL(request.url).hostname === customDomain?.hostname;
      return await (isCustom ? customDomain.app : app).fetch(request);
    },
    ready: context.keys.list().then(() => undefined),
    routes: listRoutes(app),
    describe: () => describeTenant(context, options.demoOrigins),
    mailbox: context.mailbox,
    save: () => takeState(context, starts),
    trackChanges: () =>
      createChangeTracker({
        saveParts: () => takeParts(context, starts),
        saveEventsAfter: (position) => context.events.saveAfter(position),
      }),
    stop: () => void context.streams.forEach((stream) => stream.end()),
  };
}

function createContext(options: TenantOptions): TenantContext {
  const { origin, demoOrigins } = options;
  const clock = createClock(options.now ?? Date.now);
  const { now } = clock;
  const issuer = `${origin}/`;
  const limits = { ...defaultLimits, ...options.limits };
  const random = createRandomSource(
    options.fillRandom ?? ((bytes) => crypto.getRandomValues(bytes)),
  );
  const homes = demoOrigins.flatMap((each) => [each, `${each}/`]);
  const capacity = 10_000;
  const context: TenantContext = {
    issuer,
    managementAudience: `${issuer}api/v2/`,
    now,
    clock,
    random,
    limits,
    keys: openKeyRing(options),
    faults: createFaults(),
    log: createTenantLog(now),
    clients: indexBy(seedClients(issuer, demoOrigins), (client) => client.client_id),
    resourceServers: indexBy(seedResourceServers(issuer), (server) => server.audience),
    accountLogoutUrls: homes,
    users: indexBy(seedUsers(), (user) => user.user_id),
    sessions: createExpiringStore<Session>({ now, capacity, lifetime: sessionLifetime }),
    loginTransactions: createExpiringStore<LoginTransaction>({
      now,
      capacity,
      lifetime: loginTransactionLifetime,
    }),
    authorizationCodes: createExpiringStore<AuthorizationCode>({
      now,
      capacity,
      lifetime: authorizationCodeLifetime,
    }),
    logins: createLoginState({ now, random }),
    mailbox: createMailbox(now),
    actions: indexBy(seedActions(), (action) => action.id),
    tokenExchangeProfiles: new Map(),
    connectionProfiles: indexBy(seedConnectionProfiles(), (profile) => profile.id),
    listOrder: createListOrder(),
    rateLimit: createRateLimit(limits, now),
    events: createEventLog({
      now,
      random,
      limits,
      host: new URL(origin).hostname,
    }),
    streams: createStreamRegistry(),
    delivery: createStreamDelivery(),
    nextResponses: createNextResponses(),
    reset() {
      context.streams.forEach((stream) => stream.end());
      context.streams.clear();
      context.delivery.clear();
      // A new run: cursors of before are no longer retained, as they would be at the service.
      const events = { run: random.text(8), end: 0, events: [] };
      applyState(context, { ...seeded, events });
    },
  };
  seedConsents(context);
  const seeded = takeState(context, 0);
  return context;
}

/** The key that was given, else those of the state, else a new one. */
function openKeyRing({ keys, state }: TenantOptions): KeyRing {
  const [first, ...older] = (state?.keys ?? []).map(importTenantKeys);
  return keys === undefined
    ? createKeyRing(first ?? createTenantKeys(), older)
    : createKeyRing(keys);
}

/** 127.0.0.1 plays the custom domain of a tenant at localhost: one tenant, another issuer, no management interface. */
function createCustomDomain(
  context: TenantContext,
  origin: string,
): { hostname: string; app: TenantApp } | undefined {
  const own = new URL(origin);
  if (own.hostname !== "localhost") return undefined;
  const hostname = "127.0.0.1";
  const issuer = `${own.protocol}//${hostname}${own.port === "" ? "" : `:${own.port}`}/`;
  return { hostname, app: createApp({ ...context, issuer }, { isCustomDomain: true }) };
}

function createApp(
  context: TenantContext,
  { isCustomDomain }: { isCustomDomain: boolean },
): TenantApp {
  const app: TenantApp = new Hono();
  addSecurityHeaders(app);
  requireOwnHost(app, new URL(context.issuer).hostname);
  addRequestLog(app, context);
  addPlannedResponses(app, context);
  addPageAssets(app);
  addAuthenticationRoutes(app, context);
  if (isCustomDomain) refuseManagement(app);
  else addManagementRoutes(app, context);
  addControlRoutes(app, context);

  app.notFound((c) =>
    renderErrorPage(c, 404, {
      title: "There is nothing here",
      text: "This address belongs to neither interface of the tenant.",
      facts: { path: c.req.path },
    }),
  );
  app.onError((error, c) => {
    context.log.addFact("request failed", { path: c.req.path, cause: error.name });
    return respondWithManagementError(c, { status: 500, message: "Internal server error" });
  });
  return app;
}

/** What is there for all methods only comes before routes, or refuses what none of them takes. */
function listRoutes(app: TenantApp): string[] {
  const own = app.routes.filter((route) => route.method !== "ALL");
  return [...new Set(own.map((route) => `${route.method} ${route.path}`))];
}

/** The management interface answers on the tenant's own domain alone. */
function refuseManagement(app: TenantApp): void {
  app.all("/api/v2/*", (c) => respondWithManagementError(c, { status: 404, message: "Not Found" }));
}

/** Writes every request into the log, except those of the control interface, which read it. */
function addRequestLog(app: TenantApp, context: TenantContext): void {
  app.use(async (c, next) => {
    await next();
    const { pathname, searchParams } = new URL(c.req.url);
    if (pathname === "/_control" || pathname.startsWith("/_control/")) return;
    const { clientId, subject, bodyFields } = c.var;
    context.log.addRequest({
      method: c.req.method,
      path: pathname,
      query: describeQuery(searchParams),
      status: c.res.status,
      ...(clientId !== undefined && { client_id: clientId }),
      ...(subject !== undefined && { subject }),
      ...(bodyFields !== undefined && { body_fields: bodyFields }),
    });
  });
}

function indexBy<Item>(items: readonly Item[], toKey: (item: Item) => string): Map<string, Item> {
  return new Map(items.map((item) => [toKey(item), item]));
}
