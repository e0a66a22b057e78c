import type { ResponseContext } from "./accept-response.ts";
import {
  readAuthorizeOptions,
  writeQuery,
  type AuthorizeOptions,
  type AuthorizeParameters,
} from "./authorize-url.ts";
import { beginTransaction } from "./begin-transaction.ts";
import { malformedAnswer, request } from "./http.ts";
import { toRecord } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";

/** Options of `login`: who logs in, and any parameter of an authorization request. */
export interface LoginOptions extends AuthorizeOptions {
  /** The name of the user; this one or the e-mail address must be given, and this one comes first. */
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly password: string;
  /** The name of the database connection. */
  readonly realm: string;
  /** Called once the password was right, before the page is left; `done` goes on. */
  readonly onRedirecting?: ((done: () => void) => void) | undefined;
}

const verifierPrefix = "co/verifier/";

/** Leaves the page for a login, once it is kept what the response will be held against. */
export async function redirectToLogin(
  asked: AuthorizeParameters,
  appState: unknown,
  context: ResponseContext,
  ticket?: string,
): Promise<void> {
  const navigation = requirePort(context.ports, "navigation");
  const { url, parameters } = await beginTransaction(asked, context);
  await context.transactions.keep(parameters["state"] ?? "", { parameters, appState });
  // The ticket is worth a login: it is sent, and not kept.
  await navigation.goTo(ticket ? `${url}&${writeQuery({ login_ticket: ticket })}` : url);
}

/**
 * Logs in with credentials that the page asked for itself: exchanges them for a ticket, and leaves the page
 * with it.
 *
 * @param credentials those of the form
 * @throws TypeError for a wrong option; rejects with AuthError
 */
export function logInAcrossOrigins(
  options: Record<string, unknown>,
  credentials: Record<"username" | "realm", string> & Partial<Record<"password" | "otp", string>>,
  context: ResponseContext,
): Promise<void> {
  const { settings, ports, transactions } = context;
  const { onRedirecting, appState, ...rest } = options;
  const parameters = readAuthorizeOptions(settings, { ...rest, realm: credentials.realm });
  const url = `${settings.origin}/co/authenticate`;
  requirePort(ports, "navigation");
  return (async () => {
    const answer = await request(ports.fetch, {
      url,
      hasCookies: true,
      json: {
        client_id: parameters["client_id"],
        credential_type: `http://auth0.com/oauth/grant-type/${credentials.otp ? "passwordless/otp" : "password-realm"}`,
        ...credentials,
      },
    });
    const { login_ticket: ticket, co_id: id, co_verifier } = toRecord(answer);
    if (typeof ticket !== "string" || !ticket) throw malformedAnswer(url);
    if (typeof id === "string" && typeof co_verifier === "string") {
      await transactions.keep(verifierPrefix + id, { parameters: { co_verifier } });
    }
    if (isHook(onRedirecting)) await new Promise<void>((done) => onRedirecting(done));
    await redirectToLogin(parameters, appState, context, ticket);
  })();
}

function isHook(value: unknown): value is (done: () => void) => void {
  return typeof value === "function";
}

/**
 * Answers the tenant's frame, which asks for the verifier of a login that began on this origin: how a browser
 * without third-party cookies proves that it is the same one. Each verifier is told once, and to the tenant alone.
 */
export function answerVerifierRequests({ settings, ports, transactions }: ResponseContext): void {
  const messages = requirePort(ports, "messages");
  const { parent } = messages;
  if (!parent) return;
  messages.listen(({ source, origin, data }) => {
    const { type, request: asked } = toRecord(data);
    if (!source || source !== parent || origin !== settings.origin) return;
    if (type !== "co_verifier_request") return;
    const reply = (verifier = ""): void =>
      parent.postMessage({ type: "co_verifier_response", response: { verifier } }, origin);
    void transactions.take(verifierPrefix + String(toRecord(asked)["id"])).then(
      (lookup) => reply(typeof lookup === "string" ? "" : lookup.parameters["co_verifier"]),
      () => reply(),
    );
  });
  parent.postMessage({ type: "ready" }, settings.origin);
}
