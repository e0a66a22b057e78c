import * as z from "zod/mini";
import type { Client } from "../../directory/clients.ts";
import type { TenantRequest } from "../../http/tenant-app.ts";
import type { AuthenticationContext } from "../authentication-context.ts";

const text = z.optional(z.string().check(z.maxLength(4096)));

export const tokenParametersSchema = z.object({
  grant_type: z.string().check(z.maxLength(200)),
  client_id: text,
  client_secret: text,
  audience: text,
  scope: text,
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
  username: text,
  password: text,
  otp: text,
  realm: text,
  mfa_token: text,
  organization: text,
  subject_token: text,
  subject_token_type: text,
  requested_token_type: text,
});

/** Parameters of a token request; the grant decides which ones it reads. */
export type TokenParameters = z.infer<typeof tokenParametersSchema>;

/** The client of a token request; `isAuthenticated` if it sent its secret. */
export interface TokenClient {
  client: Client;
  isAuthenticated: boolean;
}

/** Responds to the token requests of one grant. */
export type GrantHandler = (
  c: TenantRequest,
  context: AuthenticationContext,
  client: TokenClient,
  parameters: TokenParameters,
) => Promise<Response>;
