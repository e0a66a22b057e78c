import {
  readAuthorizeOptions,
  writeQuery,
  type AuthorizeOptions,
  type AuthorizeParameters,
} from "./authorize-url.ts";
import { beginTransaction } from "./begin-transaction.ts";
import type { Context } from "./context.ts";
import { request } from "./http.ts";
import { readText, requireText, takeOptions } from "./options.ts";
import { isFunction, toRecord } from "./records.ts";
import { leavePage, listenTo, requirePort } from "./runtime-ports.ts";
import { keepTransaction, takeTransaction, type Transaction } from "./transactions.ts";

/** Options of `login`: who logs in, and any parameter of an authorization request. */
export interface LoginOptions extends AuthorizeOptions {
  /** The name of the user; this one or the e-mail address must be given, and this one comes first. */
  readonly username?: string | undefined;
  /** The e-mail address of the user. */
  readonly email?: string | undefined;
  /** Sent to the tenant once, and kept nowhere. */
  readonly password: string;
  /** The name of the database connection. */
  readonly realm: string;
  /** Called once the password was right, before the page is left; `done` goes on. */
  readonly onRedirecting?: ((done: () => void) => void) | undefined;
}

const verifierPrefix = "co/verifier/";

/** Leaves the page for a login, once it is kept what the response will be held against. */
async function redirectToLogin(
  context: Context,
  asked: AuthorizeParameters,
  appState: unknown,
  login_ticket?: string,
): Promise<void> {
  const { url, parameters } = await beginTransaction(context, asked);
  await keepTransaction(context, parameters["state"], { parameters, appState });
  // The ticket is worth a login: it is sent, and not kept.
  await leavePage(context, login_ticket ? `${url}&${writeQuery({ login_ticket })}` : url);
}

/** Leaves the page for the tenant's login. See `authorize` of `WebAuth`. */
export function authorize(context: Context, options: unknown): Promise<void> {
  const asked = readAuthorizeOptions(context, options);
  return redirectToLogin(context, asked, toRecord(options)["appState"]);
}

/** Logs in with a password that the page asked for. See `login` of `WebAuth`. */
export function logIn(context: Context, options: unknown): Promise<void> {
  const given = takeOptions(options);
  return logInAcrossOrigins(context, given, {
    username: readText(given, "username") || requireText(given, "email"),
    password: requireText(given, "password"),
    realm: requireText(given, "realm"),
  });
}

/**
 * Logs in with credentials that the page asked for itself: exchanges them for a ticket, and leaves the page
 * with it.
 *
 * @param credentials those of the form
 * @throws TypeError for a wrong option; rejects with AuthError
 */
export function logInAcrossOrigins(
  context: Context,
  options: Record<string, unknown>,
  credentials: Record<"username" | "realm", string> & Partial<Record<"password" | "otp", string>>,
): Promise<void> {
  const { onRedirecting, appState } = options;
  const parameters = readAuthorizeOptions(context, { ...options, realm: credentials.realm });
  return (async () => {
    requirePort(context, "navigation");
    const answer = await request(context, "/co/authenticate", readTicket, {
      credentials: "include",
      json: {
        client_id: parameters["client_id"],
        credential_type: `http://auth0.com/oauth/grant-type/${credentials.otp ? "passwordless/otp" : "password-realm"}`,
        ...credentials,
      },
    });
    const { login_ticket, co_id, co_verifier } = answer;
    if (typeof co_id === "string" && typeof co_verifier === "string") {
      await keepTransaction(context, verifierPrefix + co_id, { parameters: { co_verifier } });
    }
    if (isFunction(onRedirecting)) await new Promise<void>(onRedirecting);
    await redirectToLogin(context, parameters, appState, login_ticket);
  })();
}

function readTicket(body: unknown) {
  const { login_ticket, co_id, co_verifier } = toRecord(body);
  return typeof login_ticket === "string" && login_ticket
    ? { login_ticket, co_id, co_verifier }
    : undefined;
}

/**
 * Answers the tenant's frame, which asks for the verifier of a login that began on this origin: how a browser
 * without third-party cookies proves that it is the same one. Each verifier is told once, and to the tenant alone.
 */
export function answerVerifierRequests(context: Context): void {
  const messages = requirePort(context, "messages");
  const { parent } = messages;
  if (!parent) return;
  const { origin } = context;
  listenTo(messages, parent, origin, ({ type, request: asked }) => {
    if (type !== "co_verifier_request") return;
    void takeTransaction(context, verifierPrefix + String(toRecord(asked)["id"]))
      .catch((): Transaction => ({ parameters: {} }))
      .then(({ parameters: { co_verifier: verifier = "" } }) =>
        parent.postMessage({ type: "co_verifier_response", response: { verifier } }, origin),
      );
  });
  parent.postMessage({ type: "ready" }, origin);
}
