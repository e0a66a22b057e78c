import { createAttempts, type Attempts } from "../../core/attempts.ts";
import { createExpiringStore, type ExpiringStore } from "../../core/expiring-store.ts";
import type { RandomSource } from "../../core/random.ts";
import type { PendingCrossOrigin } from "../embedded/cross-origin-verification.ts";
import type { LoginTicket } from "../embedded/login-ticket.ts";
import { createMailTickets, type MailTicket } from "./mail-ticket.ts";
import { createOneTimeCodes, type OneTimeCodes } from "../passwordless/one-time-codes.ts";
import { createRefreshTokens, type RefreshTokens } from "../token/refresh-tokens.ts";
import { createRules, type Rules } from "./rules.ts";
import type { RequestedAccess } from "../token/requested-access.ts";

/** The state of logins, except sessions, transactions and authorization codes. */
export interface LoginState {
  /** Tickets that `/co/authenticate` issues and `/authorize` redeems. */
  tickets: ExpiringStore<LoginTicket>;
  /** Embedded logins without their cookie, until the application sends its proof. */
  pendingVerifications: ExpiringStore<PendingCrossOrigin>;
  /** Codes that were sent by email or text message. */
  codes: OneTimeCodes;
  /** Links that were sent by email: to verify an address, to choose a new password. */
  mailTickets: ExpiringStore<MailTicket>;
  /** Token requests that need a second factor, by `mfa_token`. */
  mfaRequests: ExpiringStore<MfaRequest>;
  refreshTokens: RefreshTokens;
  /** The scopes that users have consented to, by user, client and audience. */
  consents: Map<string, readonly string[]>;
  /** Counts of failed logins and exchanges, and of rate-limited requests. */
  attempts: Attempts;
  rules: Rules;
}

/** A token request that got the response `mfa_required`. */
export interface MfaRequest {
  userId: string;
  clientId: string;
  connection: string;
  access: RequestedAccess;
  /** Members that the grant adds to the response. */
  extra: Record<string, string> | undefined;
}

const minute = 60_000;

/** Creates the state of a tenant without logins. */
export function createLoginState(options: { now: () => number; random: RandomSource }): LoginState {
  const { now } = options;
  const capacity = 10_000;
  return {
    tickets: createExpiringStore({ now, capacity, lifetime: 10 * minute }),
    pendingVerifications: createExpiringStore({ now, capacity, lifetime: 10 * minute }),
    codes: createOneTimeCodes(options),
    mailTickets: createMailTickets(now),
    mfaRequests: createExpiringStore({ now, capacity, lifetime: 10 * minute }),
    refreshTokens: createRefreshTokens(options),
    consents: new Map(),
    attempts: createAttempts(now),
    rules: createRules(),
  };
}
