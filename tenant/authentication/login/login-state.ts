import { createAttempts, type Attempts } from "../../core/attempts.ts";
import { createExpiringStore, type ExpiringStore } from "../../core/expiring-store.ts";
import type { PendingCrossOrigin } from "../embedded/cross-origin-verification.ts";
import type { LoginTicket } from "../embedded/login-ticket.ts";
import { createMailTickets, type MailTicket } from "./mail-ticket.ts";
import { createOneTimeCodes, type OneTimeCodes } from "../passwordless/one-time-codes.ts";
import { createRefreshTokens, type RefreshTokens } from "../token/refresh-tokens.ts";
import { createRules, type Rules } from "./rules.ts";
import type { Wish } from "../token/token-user-grant.ts";
import type { RandomSource } from "../../core/random.ts";

/** What logins leave behind and need again, beside sessions and codes. */
export interface LoginState {
  /** From `/co/authenticate` to the `/authorize` that redeems it. */
  tickets: ExpiringStore<LoginTicket>;
  /** Embedded logins whose cookie did not arrive, waiting for the application's proof. */
  pendingVerifications: ExpiringStore<PendingCrossOrigin>;
  /** Codes that were sent by mail or text message. */
  codes: OneTimeCodes;
  /** Links that were sent by mail: to verify an address, to choose a new password. */
  mailTickets: ExpiringStore<MailTicket>;
  /** Token requests that wait for a second factor, by `mfa_token`. */
  mfaRequests: ExpiringStore<MfaRequest>;
  refreshTokens: RefreshTokens;
  /** What users have consented to: scopes by user, client and audience. */
  consents: Map<string, readonly string[]>;
  /** Failed logins and exchanges, and what is sent on request. */
  attempts: Attempts;
  rules: Rules;
  /** Nobody is logged in or has tried; the rules go on counting. */
  clear(): void;
}

/** What a token request asked for before the second factor was known to be needed. */
export interface MfaRequest {
  userId: string;
  clientId: string;
  connection: string;
  wish: Wish;
  /** Members that the grant adds to the answer. */
  extra: Record<string, string> | undefined;
}

const minute = 60_000;

/** Starts with nobody logged in. */
export function createLoginState(options: { now: () => number; random: RandomSource }): LoginState {
  const { now } = options;
  const capacity = 10_000;
  const state: LoginState = {
    tickets: createExpiringStore({ now, capacity, lifetime: 10 * minute }),
    pendingVerifications: createExpiringStore({ now, capacity, lifetime: 10 * minute }),
    codes: createOneTimeCodes(options),
    mailTickets: createMailTickets(now),
    mfaRequests: createExpiringStore({ now, capacity, lifetime: 10 * minute }),
    refreshTokens: createRefreshTokens(options),
    consents: new Map(),
    attempts: createAttempts(now),
    rules: createRules(),
    clear() {
      const { tickets, pendingVerifications, mailTickets, mfaRequests } = state;
      for (const store of [tickets, pendingVerifications, mailTickets, mfaRequests]) store.load([]);
      state.codes.clear();
      state.refreshTokens.load([]);
      state.consents.clear();
      state.attempts.load([]);
    },
  };
  return state;
}
