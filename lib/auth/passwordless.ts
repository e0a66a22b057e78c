import { readAuthorizeOptions, type AuthorizeOptions } from "./authorize-url.ts";
import { beginTransaction } from "./begin-transaction.ts";
import type { Context } from "./context.ts";
import { logInAcrossOrigins } from "./cross-origin-login.ts";
import { request, takeRecord } from "./http.ts";
import {
  readChoice,
  readText,
  refuse,
  requireText,
  takeOptions,
  type Settings,
} from "./options.ts";
import { keepFilled, renameMembers, toOptionName } from "./records.ts";
import { keepTransaction } from "./transactions.ts";

/** Whom to reach, and how: exactly one of the two addresses. */
interface Recipient {
  /** The passwordless connection. */
  readonly connection: "email" | "sms";
  /** The address that the message goes to; this one or the number. */
  readonly email?: string | undefined;
  /** The number that the message goes to, with the country's prefix: `+49...` */
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
  /** The answer to the tenant's captcha, where it asks for one. */
  readonly captcha?: string | undefined;
}

/** Options of `passwordlessLogin`: also any parameter of an authorization request. */
export interface PasswordlessLoginOptions extends Recipient, Omit<AuthorizeOptions, "connection"> {
  /** The code that was sent, or that the link contains. */
  readonly verificationCode: string;
}

/** Sends a code or a link, and keeps what the link's response will be held against. */
export function startPasswordless(
  context: Context,
  options: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const given = takeOptions(options);
  const { connection, email, phoneNumber } = readRecipient(context, given);
  const send = readChoice(given, "send", ["link", "code"]) || "link";
  const language = readText(given, "xRequestLanguage");
  const captcha = readText(given, "captcha");
  const asked = readAuthorizeOptions(context, given["authParams"]);
  return (async () => {
    const { parameters } = await beginTransaction(context, asked);
    await keepTransaction(context, parameters["state"], { parameters });
    const { client_id, code_verifier: _, ...authParams } = parameters;
    const answer = await request(context, "/passwordless/start", takeRecord, {
      json: {
        client_id,
        connection,
        send,
        ...keepFilled({ email, phone_number: phoneNumber, captcha }),
        authParams: keepFilled(authParams),
      },
      language,
    });
    return renameMembers(toOptionName, answer);
  })();
}

/** Logs in with the code that was sent. */
export function logInPasswordless(context: Context, options: unknown): Promise<void> {
  const given = takeOptions(options);
  const { connection, email, phoneNumber } = readRecipient(context, given);
  const otp = requireText(given, "verificationCode");
  const { connection: _, phoneNumber: __, verificationCode: ___, ...rest } = given;
  return logInAcrossOrigins(context, rest, {
    username: email || phoneNumber,
    otp,
    realm: connection,
  });
}

/** Whom to reach. The response must have somewhere to go, so the constructor must have said where. */
function readRecipient(
  { defaults }: Settings,
  given: Record<string, unknown>,
): Record<"connection" | "email" | "phoneNumber", string> {
  requireText(defaults, "redirect_uri");
  requireText(defaults, "response_type");
  requireText(given, "connection");
  const connection = readChoice(given, "connection", ["email", "sms"]);
  const email = readText(given, "email");
  const phoneNumber = readText(given, "phoneNumber");
  if (!email === !phoneNumber) {
    refuse("One of email and phoneNumber", "a string", "option is required");
  }
  return { connection, email, phoneNumber };
}
