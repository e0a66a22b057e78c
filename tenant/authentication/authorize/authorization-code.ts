import type { Organization } from "../../directory/organizations.ts";
import type { Session } from "../login/sessions.ts";

/** The grant of an authorization code. The code can be exchanged once. */
export interface AuthorizationCode {
  clientId: string;
  redirectUri: string;
  session: Session;
  scopes: readonly string[];
  audience: string | undefined;
  nonce: string | undefined;
  organization: Organization | undefined;
  /** Claims that the tenant's rules add to the tokens. */
  claims: Record<string, number>;
  /** PKCE challenge, method S256 (RFC 7636). */
  codeChallenge: string | undefined;
}

/** Lifetime of a code in milliseconds; RFC 6749, section 4.1.2 recommends ten minutes at most. */
export const authorizationCodeLifetime = 5 * 60_000;
