import * as z from "zod/mini";
import { bucketSchema } from "../core/attempts.ts";
import { mailTicketSchema } from "../authentication/login/mail-ticket.ts";
import { refreshGrantSchema } from "../authentication/token/refresh-tokens.ts";
import { ruleRunsSchema } from "../authentication/login/rules.ts";
import { sessionSchema } from "../authentication/login/sessions.ts";
import type { TenantContext } from "../context.ts";
import { plannedResponseSchema } from "../control/next-responses.ts";
import { eventTypes } from "../events/event-types.ts";
import { faultChangeSchema } from "../core/faults.ts";
import { limitChangeSchema } from "../core/limits.ts";
import { mailboxMessageSchema } from "../core/mailbox.ts";
import { clientSettingsSchema, listChangedSettings } from "../directory/client-change.ts";
import {
  connectionProfileSchema,
  tokenExchangeProfileSchema,
} from "../management/profile-schemas.ts";
import {
  applyLogins,
  entriesOf,
  loginsInProgressSchema,
  noLogins,
  takeLogins,
} from "./logins-in-progress.ts";
import type { User } from "../directory/users.ts";

const metadataSchema = z.record(z.string(), z.unknown());

/** A stored user, with password and linked accounts. */
const userSchema: z.ZodMiniType<User> = z.strictObject({
  user_id: z.string().check(z.regex(/^[^|]+\|.+$/)),
  connection: z.exactOptional(z.string()),
  email: z.string(),
  password: z.string(),
  username: z.exactOptional(z.string()),
  phone_number: z.exactOptional(z.string()),
  phone_verified: z.exactOptional(z.boolean()),
  multifactor: z.exactOptional(z.array(z.string())),
  name: z.string(),
  nickname: z.string(),
  given_name: z.exactOptional(z.string()),
  family_name: z.exactOptional(z.string()),
  picture: z.string(),
  email_verified: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  blocked: z.exactOptional(z.boolean()),
  user_metadata: z.exactOptional(metadataSchema),
  app_metadata: z.exactOptional(metadataSchema),
  get linkedAccounts(): z.ZodMiniExactOptional<z.ZodMiniArray<typeof userSchema>> {
    return z.exactOptional(z.array(userSchema));
  },
});

const format = "local-tenant-state";

/** Changes when an older program could not read the new format. Version 1 had no change lines. */
const version = 2;

const countSchema = z.int().check(z.minimum(0));

/** The retained events. */
export const eventsSchema = z
  .object({
    run: z.string().check(z.regex(/^[A-Za-z0-9]{8}$/)),
    end: countSchema,
    events: z.array(
      z.object({
        id: z.string(),
        type: z.enum(eventTypes),
        time: z.number(),
        frame: z.string().check(z.regex(/^event: [^\n]+\nid: [^\n]+\ndata: [^\n]+\n\n$/)),
      }),
    ),
  })
  .check(z.refine((log) => log.end >= log.events.length));

const base64Url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/));

/** A private RSA key (RFC 7518, section 6.3.2). */
const privateJwkSchema = z.object({
  kty: z.literal("RSA"),
  n: base64Url,
  e: base64Url,
  d: base64Url,
  p: base64Url,
  q: base64Url,
  dp: base64Url,
  dq: base64Url,
  qi: base64Url,
});

/** The state that a tenant keeps over a restart, without its events. */
export const tenantPartsSchema = z.object({
  /** The number of starts with this state. */
  starts: countSchema,
  /** The keys of the JWKS document, the signing key first. */
  keys: z.array(privateJwkSchema),
  skew: z.number(),
  faults: faultChangeSchema,
  limits: limitChangeSchema,
  users: z.array(userSchema),
  signingAlgorithms: z.record(z.string(), z.enum(["RS256", "HS256"])),
  clientSettings: z.exactOptional(z.record(z.string(), clientSettingsSchema)),
  sessions: entriesOf(sessionSchema),
  refreshTokens: z.exactOptional(entriesOf(refreshGrantSchema)),
  consents: z.exactOptional(z.record(z.string(), z.readonly(z.array(z.string())))),
  attempts: z.exactOptional(z.array(bucketSchema)),
  ruleRuns: z.exactOptional(ruleRunsSchema),
  mailTickets: z.exactOptional(entriesOf(mailTicketSchema)),
  mailbox: z.exactOptional(z.array(mailboxMessageSchema)),
  loginsInProgress: z.exactOptional(loginsInProgressSchema),
  nextResponses: z.exactOptional(z.array(plannedResponseSchema)),
  tokenExchangeProfiles: z.array(tokenExchangeProfileSchema),
  connectionProfiles: z.array(connectionProfileSchema),
  listOrder: z.object({ next: countSchema, numbers: z.record(z.string(), countSchema) }),
});

export type TenantParts = z.infer<typeof tenantPartsSchema>;

/** The whole state, as in the first line of a data file. */
export const tenantStateSchema = z.extend(tenantPartsSchema, {
  format: z.literal(format),
  version: z.pipe(
    z.union([z.literal(1), z.literal(version)]),
    z.transform(() => version),
  ),
  events: eventsSchema,
});

export type TenantState = z.infer<typeof tenantStateSchema>;

/** Returns the current state, ready for JSON. */
export function takeState(context: TenantContext, starts: number): TenantState {
  const { events, ...log } = context.events.save();
  return {
    format,
    version,
    ...takeParts(context, starts),
    events: { ...log, events: [...events] },
  };
}

/** Returns the current state without the events, ready for JSON. */
export function takeParts(context: TenantContext, starts: number): TenantParts {
  return {
    starts,
    keys: z.array(privateJwkSchema).parse(context.keys.save()),
    skew: context.clock.skew,
    faults: context.faults.list(),
    limits: { ...context.limits },
    users: [...context.users.values()],
    signingAlgorithms: Object.fromEntries(
      [...context.clients.values()].map((each) => [each.client_id, each.id_token_signing_alg]),
    ),
    clientSettings: listChangedSettings(context.seededClients, context.clients),
    sessions: context.sessions.save(),
    refreshTokens: context.logins.refreshTokens.save(),
    consents: Object.fromEntries(context.logins.consents),
    attempts: context.logins.attempts.save(),
    ruleRuns: context.logins.rules.save(),
    mailTickets: context.logins.mailTickets.save(),
    mailbox: [...context.mailbox.list()],
    loginsInProgress: takeLogins(context),
    nextResponses: context.nextResponses.list(),
    tokenExchangeProfiles: [...context.tokenExchangeProfiles.values()],
    connectionProfiles: [...context.connectionProfiles.values()],
    listOrder: context.listOrder.save(),
  };
}

/** Replaces the state. Parts that an older tenant did not store become empty. */
export function applyState(context: TenantContext, state: TenantState): void {
  context.clock.setSkew(state.skew);
  context.faults.change(state.faults);
  Object.assign(context.limits, state.limits);
  replaceAll(
    context.users,
    state.users.map((user) => [user.user_id, user]),
  );
  for (const [id, client] of context.seededClients) {
    const algorithm = state.signingAlgorithms[id] ?? client.id_token_signing_alg;
    const settings = state.clientSettings?.[id];
    context.clients.set(id, { ...client, ...settings, id_token_signing_alg: algorithm });
  }
  context.sessions.load(state.sessions);
  context.logins.refreshTokens.load(state.refreshTokens ?? []);
  replaceAll(context.logins.consents, Object.entries(state.consents ?? {}));
  context.logins.attempts.load(state.attempts ?? []);
  if (state.ruleRuns !== undefined) context.logins.rules.load(state.ruleRuns);
  context.logins.mailTickets.load(state.mailTickets ?? []);
  context.mailbox.load(state.mailbox ?? []);
  applyLogins(context, state.loginsInProgress ?? noLogins);
  replaceAll(
    context.tokenExchangeProfiles,
    state.tokenExchangeProfiles.map((each) => [each.id, each]),
  );
  replaceAll(
    context.connectionProfiles,
    state.connectionProfiles.map((each) => [each.id, each]),
  );
  context.listOrder.load(state.listOrder);
  context.nextResponses.load(state.nextResponses ?? []);
  context.rateLimit.restart();
  context.events.load(state.events);
}

function replaceAll<Item>(map: Map<string, Item>, entries: readonly [string, Item][]): void {
  map.clear();
  for (const [key, item] of entries) map.set(key, item);
}
