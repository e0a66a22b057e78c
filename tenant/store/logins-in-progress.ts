import * as z from "zod/mini";
import {
  responseModes,
  type AuthorizationRequest,
} from "../authentication/authorize/authorization-request.ts";
import { loginTicketSchema } from "../authentication/embedded/login-ticket.ts";
import type { LoginTransaction } from "../authentication/login/login-transaction.ts";
import { sessionSchema } from "../authentication/login/sessions.ts";
import type { TenantContext } from "../context.ts";
import { findOrganization } from "../directory/organizations.ts";

/** Returns the schema of an expiring store's entries; the id is a credential. */
export function entriesOf<Value extends z.ZodMiniType>(value: Value) {
  return z.array(z.object({ id: z.string().check(z.minLength(20)), value, expiresAt: z.number() }));
}

const textSchema = z.optional(z.string());

const scopesSchema = z.readonly(z.array(z.string()));

/** A request to `/authorize`. Its client and organization are stored by their ids. */
const requestSchema = z.object({
  clientId: z.string(),
  organization: textSchema,
  redirectUri: z.string(),
  responseTypes: z.readonly(z.array(z.enum(["code", "token", "id_token"]))),
  responseMode: z.enum(responseModes),
  state: textSchema,
  nonce: textSchema,
  scopes: scopesSchema,
  audience: textSchema,
  prompt: z.optional(z.enum(["none", "login", "consent", "select_account"])),
  maxAge: z.optional(z.number()),
  loginHint: textSchema,
  codeChallenge: textSchema,
  connection: textSchema,
  loginTicket: textSchema,
  screenHint: z.optional(z.enum(["login", "signup"])),
});

const transactionSchema = z.object({
  request: requestSchema,
  browserId: z.string(),
  progress: z.exactOptional(
    z.object({
      userId: z.string(),
      connection: z.string(),
      session: z.exactOptional(sessionSchema),
      hasSecondFactor: z.exactOptional(z.boolean()),
      hasConsented: z.exactOptional(z.boolean()),
    }),
  ),
});

const authorizationCodeSchema = z.object({
  clientId: z.string(),
  redirectUri: z.string(),
  session: sessionSchema,
  scopes: scopesSchema,
  audience: textSchema,
  nonce: textSchema,
  organization: textSchema,
  claims: z.record(z.string(), z.number()),
  codeChallenge: textSchema,
});

const mfaRequestSchema = z.object({
  userId: z.string(),
  clientId: z.string(),
  connection: z.string(),
  access: z.object({ audience: textSchema, organization: textSchema, scopes: scopesSchema }),
  extra: z.optional(z.record(z.string(), z.string())),
});

/** The recipient of a code is no credential, so it may be short. */
const oneTimeCodesSchema = z.array(
  z.object({
    id: z.string(),
    value: z.object({ code: z.string(), guesses: z.int().check(z.minimum(0)) }),
    expiresAt: z.number(),
  }),
);

/**
 * The state of logins between two of their requests. It expires within half an hour. It is stored,
 * because a user can be at a login page when the tenant restarts.
 */
export const loginsInProgressSchema = z.object({
  transactions: entriesOf(transactionSchema),
  authorizationCodes: entriesOf(authorizationCodeSchema),
  tickets: entriesOf(loginTicketSchema),
  verifications: entriesOf(z.object({ request: requestSchema, ticket: loginTicketSchema })),
  mfaRequests: entriesOf(mfaRequestSchema),
  oneTimeCodes: oneTimeCodesSchema,
});

type LoginsInProgress = z.infer<typeof loginsInProgressSchema>;

/** The state between logins. */
export const noLogins: LoginsInProgress = {
  transactions: [],
  authorizationCodes: [],
  tickets: [],
  verifications: [],
  mfaRequests: [],
  oneTimeCodes: [],
};

type StoredRequest = z.infer<typeof requestSchema>;

type Directory = Pick<TenantContext, "clients" | "users">;

/** Returns the logins in progress, ready for JSON. */
export function takeLogins(context: TenantContext): LoginsInProgress {
  const { logins } = context;
  return {
    transactions: mapEntries(context.loginTransactions.save(), takeTransaction),
    authorizationCodes: mapEntries(context.authorizationCodes.save(), (code) => ({
      ...code,
      organization: code.organization?.id,
    })),
    tickets: logins.tickets.save(),
    verifications: mapEntries(logins.pendingVerifications.save(), ({ request, ticket }) => ({
      request: takeRequest(request),
      ticket,
    })),
    mfaRequests: mapEntries(logins.mfaRequests.save(), (request) => ({
      ...request,
      access: { ...request.access, organization: request.access.organization?.id },
    })),
    oneTimeCodes: logins.codes.save(),
  };
}

/** Replaces the logins in progress. Leaves out those whose client or user is gone. */
export function applyLogins(context: TenantContext, stored: LoginsInProgress): void {
  const { logins } = context;
  context.loginTransactions.load(
    mapEntries(stored.transactions, (value) => restoreTransaction(context, value)),
  );
  context.authorizationCodes.load(
    mapEntries(stored.authorizationCodes, ({ organization, ...code }) => ({
      audience: undefined,
      nonce: undefined,
      codeChallenge: undefined,
      ...code,
      organization: restoreOrganization(organization),
    })),
  );
  logins.tickets.load(stored.tickets);
  logins.pendingVerifications.load(
    mapEntries(stored.verifications, ({ request, ticket }) => {
      const restored = restoreRequest(context, request);
      return restored && { request: restored, ticket };
    }),
  );
  logins.mfaRequests.load(
    mapEntries(stored.mfaRequests, ({ access, ...request }) => ({
      extra: undefined,
      ...request,
      access: {
        audience: undefined,
        ...access,
        organization: restoreOrganization(access.organization),
      },
    })),
  );
  logins.codes.load(stored.oneTimeCodes);
}

/** Returns the entries with other values, without those that have none. */
function mapEntries<From, To>(
  entries: readonly { id: string; value: From; expiresAt: number }[],
  change: (value: From) => To | undefined,
): { id: string; value: To; expiresAt: number }[] {
  return entries.flatMap(({ id, value, expiresAt }) => {
    const changed = change(value);
    return changed === undefined ? [] : [{ id, value: changed, expiresAt }];
  });
}

function takeTransaction({
  request,
  browserId,
  progress,
}: LoginTransaction): z.infer<typeof transactionSchema> {
  const transaction = { request: takeRequest(request), browserId };
  if (progress === undefined) return transaction;
  const { user, ...steps } = progress;
  return { ...transaction, progress: { userId: user.user_id, ...steps } };
}

function restoreTransaction(
  directory: Directory,
  { request, browserId, progress }: z.infer<typeof transactionSchema>,
): LoginTransaction | undefined {
  const restored = restoreRequest(directory, request);
  if (restored === undefined) return undefined;
  if (progress === undefined) return { request: restored, browserId };
  const { userId, ...steps } = progress;
  const user = directory.users.get(userId);
  return user && { request: restored, browserId, progress: { user, ...steps } };
}

function takeRequest({ client, organization, ...request }: AuthorizationRequest): StoredRequest {
  return { ...request, clientId: client.client_id, organization: organization?.id };
}

function restoreRequest(
  { clients }: Pick<Directory, "clients">,
  { clientId, organization, ...request }: StoredRequest,
): AuthorizationRequest | undefined {
  const client = clients.get(clientId);
  return (
    client && {
      ...absentMembers,
      ...request,
      client,
      organization: restoreOrganization(organization),
    }
  );
}

/** JSON leaves out a member whose value is undefined. */
const absentMembers = {
  state: undefined,
  nonce: undefined,
  audience: undefined,
  prompt: undefined,
  maxAge: undefined,
  loginHint: undefined,
  codeChallenge: undefined,
  connection: undefined,
  loginTicket: undefined,
  screenHint: undefined,
};

function restoreOrganization(id: string | undefined): ReturnType<typeof findOrganization> {
  return id === undefined ? undefined : findOrganization(id);
}
