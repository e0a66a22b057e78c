import {
  readAuthorizeOptions,
  writeQuery,
  type AuthorizeOptions,
  type AuthorizeParameters,
} from "./authorize-url.ts";
import { beginTransaction } from "./begin-transaction.ts";
import type { Context } from "./context.ts";
import { request } from "./http.ts";
import { copyOptions, readJson, readText, requireText } from "./options.ts";
import { isFunction, omitFalsy, toRecord } from "./records.ts";
import { leavePage, listenTo, requirePort } from "./runtime-ports.ts";
import { keepTransaction, takeTransaction, type Transaction } from "./transactions.ts";

/** Options of `login`: the credentials, and any parameter of an authorization request. */
export interface LoginOptions extends AuthorizeOptions {
  /** The user name. Required without an email address, and preferred to it. */
  readonly username?: string | undefined;
  /** The email address of the user. */
  readonly email?: string | undefined;
  /** The password. It is sent to the tenant once, and never stored. */
  readonly password: string;
  /** The name of the database connection. */
  readonly realm: string;
  /** The response to the tenant's captcha, where the tenant requires one. */
  readonly captcha?: string | undefined;
  /** Called before the page is left; `done` continues. Not called for wrong credentials. */
  readonly onRedirecting?: ((done: () => void) => void) | undefined;
}

const verifierPrefix = "co/verifier/";

/** Stores the transaction, then leaves the page for the login. */
async function redirectToLogin(
  context: Context,
  request: AuthorizeParameters,
  appState: unknown,
  login_ticket?: string,
): Promise<void> {
  const { url, parameters } = await beginTransaction(context, request);
  await keepTransaction(context, parameters["state"], { parameters, appState });
  // The ticket is a credential: it is sent, and not stored.
  await leavePage(context, login_ticket ? `${url}&${writeQuery({ login_ticket })}` : url);
}

/** Leaves the page for the tenant's login. See `authorize` of `WebAuth`. */
export function authorize(context: Context, options: unknown): Promise<void> {
  const parameters = readAuthorizeOptions(context, options);
  return redirectToLogin(context, parameters, readJson(toRecord(options), "appState"));
}

/** Logs in with a password that the page asked for. See `login` of `WebAuth`. */
export function logIn(context: Context, options: unknown): Promise<void> {
  const given = copyOptions(options);
  return logInAcrossOrigins(context, given, {
    username: readText(given, "username") || requireText(given, "email"),
    password: requireText(given, "password"),
    realm: requireText(given, "realm"),
    ...omitFalsy({ captcha: readText(given, "captcha") }),
  });
}

/**
 * Logs in with credentials that the page asked for: exchanges them for a ticket, and leaves the
 * page with the ticket.
 *
 * @param options the options of the authorization request
 * @throws TypeError for a wrong option; rejects with AuthError
 */
export function logInAcrossOrigins(
  context: Context,
  options: Record<string, unknown>,
  credentials: Record<"username" | "realm", string> &
    Partial<Record<"password" | "otp" | "captcha", string>>,
): Promise<void> {
  const { realm, otp } = credentials;
  const parameters = readAuthorizeOptions(context, { ...options, realm });
  const appState = readJson(options, "appState");
  const exchange = async (): Promise<void> => {
    const { onRedirecting } = options;
    // Fail before the tenant counts a login that the page could not finish.
    requirePort(context, "navigation");
    const { login_ticket, co_id, co_verifier } = await request(
      context,
      "/co/authenticate",
      readTicket,
      {
        credentials: "include",
        json: {
          client_id: parameters["client_id"],
          credential_type: `http://auth0.com/oauth/grant-type/${otp ? "passwordless/otp" : "password-realm"}`,
          ...credentials,
        },
      },
    );
    if (typeof co_id === "string" && typeof co_verifier === "string") {
      await keepTransaction(context, verifierPrefix + co_id, { parameters: { co_verifier } });
    }
    if (isFunction(onRedirecting)) await new Promise<void>(onRedirecting);
    await redirectToLogin(context, parameters, appState, login_ticket);
  };
  return exchange();
}

function readTicket(body: unknown) {
  const { login_ticket, co_id, co_verifier } = toRecord(body);
  return typeof login_ticket === "string" && login_ticket
    ? { login_ticket, co_id, co_verifier }
    : undefined;
}

/**
 * Answers the tenant's frame, which requests the verifier of a login that began on this origin. The
 * verifier proves, without third-party cookies, that the login and the frame run in one browser. It
 * is sent once, and only to the tenant.
 */
export function answerVerifierRequests(context: Context): void {
  const messages = requirePort(context, "messages");
  const { parent } = messages;
  if (!parent) return;
  const { origin } = context;
  listenTo(messages, parent, origin, ({ type, request: verifierRequest }) => {
    if (type !== "co_verifier_request") return;
    void takeTransaction(context, verifierPrefix + String(toRecord(verifierRequest)["id"]))
      .catch((): Transaction => ({ parameters: {} }))
      .then(({ parameters: { co_verifier: verifier = "" } }) =>
        parent.postMessage({ type: "co_verifier_response", response: { verifier } }, origin),
      );
  });
  parent.postMessage({ type: "ready" }, origin);
}
