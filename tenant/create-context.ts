import type { AuthorizationCode } from "./authentication/authorize/authorization-code.ts";
import { authorizationCodeLifetime } from "./authentication/authorize/authorization-code.ts";
import { seedConsents } from "./authentication/login/consents.ts";
import { createLoginState } from "./authentication/login/login-state.ts";
import {
  loginTransactionLifetime,
  type LoginTransaction,
} from "./authentication/login/login-transaction.ts";
import { sessionLifetime, type Session } from "./authentication/login/sessions.ts";
import type { TenantContext } from "./context.ts";
import { createNextResponses } from "./control/next-responses.ts";
import { createClock } from "./core/clock.ts";
import { createExpiringStore } from "./core/expiring-store.ts";
import { createFaults, type FaultName } from "./core/faults.ts";
import {
  createKeyRing,
  createTenantKeyPair,
  importTenantKeyPair,
  type KeyRing,
  type TenantKeyPair,
} from "./core/keys.ts";
import { defaultLimits, type TenantLimits } from "./core/limits.ts";
import { createMailbox } from "./core/mailbox.ts";
import { createRandomSource, type FillRandom } from "./core/random.ts";
import type { TenantCore } from "./core/tenant-core.ts";
import { createTenantLog } from "./core/tenant-log.ts";
import {
  seedActions,
  seedClients,
  seedConnectionProfiles,
  seedResourceServers,
  seedUsers,
} from "./directory/seed.ts";
import { createEventLog } from "./events/event-log.ts";
import { createStreamDelivery } from "./events/stream-delivery.ts";
import { createStreamRegistry } from "./events/stream-registry.ts";
import { loopbackNames } from "./http/own-host.ts";
import { createListOrder } from "./management/list-order.ts";
import { createRateLimit } from "./management/rate-limit.ts";
import { applyState, takeState, type TenantState } from "./store/tenant-state.ts";

/** Options of a tenant. */
export interface TenantOptions {
  /** Origin of the tenant; the issuer is the origin with a slash. */
  origin: string;
  /** The name on its pages; "Local tenant" unless given. */
  name?: string;
  /** Origins of the demo web app, allowed as callbacks, web origins and logout URLs. */
  demoOrigins: readonly string[];
  /**
   * The hosts at which the control interface responds: localhost, 127.0.0.1 and [::1] unless given.
   * A host that another machine or a foreign page can reach must not be among them.
   */
  controlHosts?: readonly string[];
  /** Returns the secret of a client; the seed's, which are public, unless given. */
  secretOf?: (clientId: string) => string;
  /** Milliseconds since 1970; the system's clock unless given. */
  now?: () => number;
  /**
   * Source of random bytes for identifiers; the runtime's unless given. Keys always use the
   * runtime's.
   */
  fillRandom?: FillRandom;
  /** The signing key; the key of the state, or a new one, unless given. */
  keys?: Promise<TenantKeyPair>;
  limits?: Partial<TenantLimits>;
  /** Faults that are planted from the start, and again after a reset. */
  faults?: readonly FaultName[];
  /**
   * Adds data to the seed before the first request. A function, so that the sandbox of the
   * extension does not load the code of seed files.
   */
  extendSeed?: (context: TenantContext) => void;
  /** State of an earlier tenant; the seed unless given. */
  state?: TenantState;
}

/** Creates the state of a new tenant from the seed. */
export function createContext(options: TenantOptions): TenantContext {
  const core = createCore(options);
  const { issuer, now, random, limits } = core;
  const { origin, demoOrigins } = options;
  const capacity = 10_000;
  const { secretOf } = options;
  const clients = seedClients(issuer, demoOrigins).map((client) =>
    secretOf === undefined ? client : { ...client, client_secret: secretOf(client.client_id) },
  );
  const seededClients = indexBy(clients, (client) => client.client_id);
  const context: TenantContext = {
    ...core,
    clients: new Map(seededClients),
    seededClients,
    demoOrigins,
    controlHosts: new Set(options.controlHosts ?? loopbackNames),
    resourceServers: indexBy(seedResourceServers(issuer), (server) => server.audience),
    accountLogoutUrls: demoOrigins.flatMap((each) => [each, `${each}/`]),
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
    events: createEventLog({ now, random, limits, host: new URL(origin).hostname }),
    streams: createStreamRegistry(),
    delivery: createStreamDelivery(),
    nextResponses: createNextResponses(),
    reset() {
      context.streams.forEach((stream) => stream.end());
      context.streams.clear();
      context.delivery.clear();
      // Start a new run: older cursors expire, as cursors of dropped events do at the service.
      const events = { run: random.text(8), end: 0, events: [] };
      applyState(context, { ...seeded, events });
    },
  };
  options.extendSeed?.(context);
  for (const [id, client] of context.clients) seededClients.set(id, client);
  seedConsents(context);
  const seeded = takeState(context, 0);
  return context;
}

function createCore(options: TenantOptions): TenantCore {
  const clock = createClock(options.now ?? Date.now);
  const { now } = clock;
  const issuer = `${options.origin}/`;
  return {
    name: options.name ?? "Local tenant",
    issuer,
    managementAudience: `${issuer}api/v2/`,
    now,
    clock,
    random: createRandomSource(options.fillRandom ?? ((bytes) => crypto.getRandomValues(bytes))),
    limits: { ...defaultLimits, ...options.limits },
    keys: openKeyRing(options),
    faults: createFaults(options.faults),
    log: createTenantLog(now),
  };
}

/** Returns the given key, else the keys of the state, else a new key. */
function openKeyRing({ keys, state }: TenantOptions): KeyRing {
  const [first, ...older] = (state?.keys ?? []).map(importTenantKeyPair);
  return keys === undefined
    ? createKeyRing(first ?? createTenantKeyPair(), older)
    : createKeyRing(keys);
}

function indexBy<Item>(items: readonly Item[], toKey: (item: Item) => string): Map<string, Item> {
  return new Map(items.map((item) => [toKey(item), item]));
}
