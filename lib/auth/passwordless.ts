import type { ResponseContext } from "./accept-response.ts";
import { readAuthorizeOptions, type AuthorizeOptions } from "./authorize-url.ts";
import { beginTransaction } from "./begin-transaction.ts";
import { logInAcrossOrigins } from "./cross-origin-login.ts";
import { requestBody } from "./http.ts";
import { isRecord, keepFilled, toOptionNames } from "./records.ts";
import { readChoice, readText, requireText, takeOptions, type Settings } from "./options.ts";

/** Whom to reach, and how: exactly one of the two addresses. */
interface Recipient {
  readonly connection: "email" | "sms";
  readonly email?: string | undefined;
  /** With the country's prefix: `+49...` */
  readonly phoneNumber?: string | undefined;
}

/** Options of `passwordlessStart`. */
export interface PasswordlessStartOptions extends Recipient {
  /** Default, also for null: a link. */
  readonly send?: "code" | "link" | null | undefined;
  /** Parameters of the authorization request that the link begins. */
  readonly authParams?: AuthorizeOptions | undefined;
  /** The language of the message, as in `Accept-Language`. */
  readonly xRequestLanguage?: string | undefined;
}

/** Options of `passwordlessLogin`: also any parameter of an authorization request. */
export interface PasswordlessLoginOptions extends Recipient, Omit<AuthorizeOptions, "connection"> {
  /** The code that was sent, or that the link contains. */
  readonly verificationCode: string;
}

/** Sends a code or a link, and keeps what the link's response will be held against. */
export function startPasswordless(
  options: unknown,
  context: ResponseContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { settings, ports, transactions } = context;
  const given = takeOptions(options);
  const { connection, email, phoneNumber } = readRecipient(given, settings);
  const send = readChoice(given, "send", ["link", "code"]) || "link";
  const language = readText(given, "xRequestLanguage");
  const asked = readAuthorizeOptions(settings, given["authParams"]);
  return (async () => {
    const { parameters } = await beginTransaction(asked, context);
    await transactions.keep(parameters["state"] ?? "", { parameters });
    const { client_id, code_verifier: _, ...authParams } = parameters;
    const answer = await requestBody(isRecord, ports.fetch, {
      url: `${settings.origin}/passwordless/start`,
      json: {
        client_id,
        connection,
        send,
        ...(email ? { email } : { phone_number: phoneNumber }),
        authParams: keepFilled(authParams),
      },
      headers: language ? { "X-Request-Language": language } : {},
    });
    return toOptionNames(answer);
  })();
}

/** Logs in with the code that was sent. */
export function logInPasswordless(options: unknown, context: ResponseContext): Promise<void> {
  const given = takeOptions(options);
  const { connection, email, phoneNumber } = readRecipient(given, context.settings);
  const otp = requireText(given, "verificationCode");
  const { connection: _, phoneNumber: __, verificationCode: ___, ...rest } = given;
  return logInAcrossOrigins(
    rest,
    { username: email || phoneNumber, otp, realm: connection },
    context,
  );
}

/** Whom to reach. The response must have somewhere to go, so the constructor must have said where. */
function readRecipient(
  given: Record<string, unknown>,
  { defaults }: Settings,
): Record<"connection" | "email" | "phoneNumber", string> {
  requireText({ redirectUri: defaults["redirect_uri"] }, "redirectUri");
  requireText({ responseType: defaults["response_type"] }, "responseType");
  requireText(given, "connection");
  const connection = readChoice(given, "connection", ["email", "sms"]);
  const email = readText(given, "email");
  const phoneNumber = readText(given, "phoneNumber");
  if (!email === !phoneNumber) {
    throw new TypeError("One of email and phoneNumber option is required.");
  }
  return { connection, email, phoneNumber };
}
