import type { Client } from "../../directory/clients.ts";
import type { Organization } from "../../directory/organizations.ts";

export const responseModes = ["fragment", "query", "form_post", "web_message"] as const;

export type ResponseMode = (typeof responseModes)[number];

/** A valid request to `/authorize`, from a known client with an allowed callback. */
export interface AuthorizationRequest {
  client: Client;
  redirectUri: string;
  responseTypes: readonly ("code" | "token" | "id_token")[];
  responseMode: ResponseMode;
  state: string | undefined;
  nonce: string | undefined;
  scopes: readonly string[];
  audience: string | undefined;
  prompt: "none" | "login" | "consent" | "select_account" | undefined;
  /** Maximum age of the user's last active login, in seconds. */
  maxAge: number | undefined;
  loginHint: string | undefined;
  codeChallenge: string | undefined;
  /** Name of the connection to use; the user chooses one if it is undefined. */
  connection: string | undefined;
  organization: Organization | undefined;
  /** Ticket of an embedded login. */
  loginTicket: string | undefined;
  /** The first page of the login. */
  screenHint: "login" | "signup" | undefined;
}

/** The callback of a response, and the mode of its delivery. */
export type AuthorizationTarget = Pick<
  AuthorizationRequest,
  "client" | "redirectUri" | "responseMode" | "state"
>;
