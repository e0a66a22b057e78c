import type { ExpiringStore } from "../core/expiring-store.ts";
import type { Mailbox } from "../core/mailbox.ts";
import type { TenantCore } from "../core/tenant-core.ts";
import type { Directory } from "../directory/directory.ts";
import type { EventFeed } from "../events/event-feed.ts";
import type { ManagementState } from "../management/management-context.ts";
import type { AuthorizationCode } from "./authorize/authorization-code.ts";
import type { LoginState } from "./login/login-state.ts";
import type { LoginTransaction } from "./login/login-transaction.ts";
import type { Session } from "./login/sessions.ts";

/** The state that only the Authentication API uses. */
export interface AuthenticationState {
  sessions: ExpiringStore<Session>;
  loginTransactions: ExpiringStore<LoginTransaction>;
  authorizationCodes: ExpiringStore<AuthorizationCode>;
  /** Tickets, one-time codes, refresh tokens, consents, attempts and rules. */
  logins: LoginState;
  /** Emails and text messages that were sent. */
  mailbox: Mailbox;
}

/** The slice of the state that the Authentication API uses. */
export type AuthenticationContext = TenantCore &
  Directory &
  AuthenticationState &
  Pick<EventFeed, "events"> &
  Pick<ManagementState, "tokenExchangeProfiles">;
