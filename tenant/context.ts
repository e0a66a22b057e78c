import type { Context, Hono } from "hono";
import type { AuthorizationCode } from "./authentication/authorize/authorization-code.ts";
import type { LoginState } from "./authentication/login/login-state.ts";
import type { LoginTransaction } from "./authentication/login/login-transaction.ts";
import type { TenantClock } from "./core/clock.ts";
import type { Client, ResourceServer } from "./directory/clients.ts";
import type { NextResponses } from "./control/next-responses.ts";
import type { EventLog } from "./events/event-log.ts";
import type { StreamDelivery } from "./events/stream-delivery.ts";
import type { StreamRegistry } from "./events/stream-registry.ts";
import type { ExpiringStore } from "./core/expiring-store.ts";
import type { Faults } from "./core/faults.ts";
import type { KeyRing } from "./core/keys.ts";
import type { TenantLimits } from "./core/limits.ts";
import type { Mailbox } from "./core/mailbox.ts";
import type { ListOrder } from "./management/list-order.ts";
import type { RateLimit } from "./management/rate-limit.ts";
import type {
  Action,
  ConnectionProfile,
  TokenExchangeProfile,
} from "./management/profile-schemas.ts";
import type { RandomSource } from "./core/random.ts";
import type { Session } from "./authentication/login/sessions.ts";
import type { TenantLog } from "./core/tenant-log.ts";
import type { User } from "./directory/users.ts";

/** Everything a route of the tenant may read or change. Built once, in app.ts. */
export interface TenantContext {
  /** `iss` of every token; ends with a slash. On the custom domain it names that. */
  issuer: string;
  /** Audience of the management interface: always on the tenant's own domain. */
  managementAudience: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** The clock behind `now`, for the control that moves it. */
  clock: TenantClock;
  random: RandomSource;
  limits: TenantLimits;
  keys: KeyRing;
  faults: Faults;
  log: TenantLog;

  clients: Map<string, Client>;
  resourceServers: Map<string, ResourceServer>;
  /** Addresses that a logout without a client may return to. */
  accountLogoutUrls: readonly string[];
  users: Map<string, User>;
  sessions: ExpiringStore<Session>;
  loginTransactions: ExpiringStore<LoginTransaction>;
  authorizationCodes: ExpiringStore<AuthorizationCode>;
  /** Tickets, one-time codes, refresh tokens, consents, attempts, rules. */
  logins: LoginState;
  /** Mails and text messages that were sent. */
  mailbox: Mailbox;

  actions: Map<string, Action>;
  tokenExchangeProfiles: Map<string, TokenExchangeProfile>;
  connectionProfiles: Map<string, ConnectionProfile>;
  /** Where cursors of lists point to. */
  listOrder: ListOrder;
  rateLimit: RateLimit;

  events: EventLog;
  streams: StreamRegistry;
  /** How the control interface lets streams deliver. */
  delivery: StreamDelivery;

  /** Responses that the control interface has planned. */
  nextResponses: NextResponses;
  /** Goes back to the state of the seed; keys and the log stay. */
  reset(): void;
}

/** What a handler notes about its request, for the tenant's log. */
interface RequestNotes {
  clientId?: string;
  subject?: string;
  bodyFields?: string[];
}

/** The Hono application that every route family adds itself to. */
export type TenantApp = Hono<{ Variables: RequestNotes }>;

/** One request and its answer, as Hono hands them to a handler of this application. */
export type TenantRequest = Context<{ Variables: RequestNotes }>;
