import { readAuthorizeOptions, type AuthorizeOptions } from "./authorize-url.ts";
import { beginTransaction } from "./begin-transaction.ts";
import type { Context } from "./context.ts";
import { logInAcrossOrigins } from "./cross-origin-login.ts";
import { request, readRecord } from "./http.ts";
import {
  copyOptions,
  readChoice,
  readJson,
  readText,
  refuse,
  requireText,
  type Settings,
} from "./options.ts";
import { omitFalsy, renameMembers, toCamelCase, toRecord } from "./records.ts";
import { keepTransaction } from "./transactions.ts";

/** The recipient of a message: either an email address or a phone number. */
interface Recipient {
  /** The passwordless connection. */
  readonly connection: "email" | "sms";
  /** The email address of the recipient. */
  readonly email?: string | undefined;
  /** The phone number of the recipient with its country code: `+49...` */
  readonly phoneNumber?: string | undefined;
}

/** Options of `passwordlessStart`. */
export interface PasswordlessStartOptions extends Recipient {
  /** Default, also for null: a link. */
  readonly send?: "code" | "link" | null | undefined;
  /** Parameters of the authorization request that the link begins, and its appState. */
  readonly authParams?: AuthorizeOptions | undefined;
  /** The language of the message, as in `Accept-Language`. */
  readonly xRequestLanguage?: string | undefined;
  /** The response to the tenant's captcha, where the tenant requires one. */
  readonly captcha?: string | undefined;
}

/** Options of `passwordlessLogin`, and any parameter of an authorization request. */
export interface PasswordlessLoginOptions extends Recipient, Omit<AuthorizeOptions, "connection"> {
  /** The code that was sent, or that the link contains. */
  readonly verificationCode: string;
}

/** Sends a code or a link, and stores the transaction of the link. */
export function startPasswordless(
  context: Context,
  options: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const given = copyOptions(options);
  const { connection, email, phoneNumber } = readRecipient(context, given);
  const send = readChoice(given, "send", ["link", "code"]) || "link";
  const language = readText(given, "xRequestLanguage");
  const captcha = readText(given, "captcha");
  const authorizeParameters = readAuthorizeOptions(context, given["authParams"]);
  const appState = readJson(toRecord(given["authParams"]), "appState");
  const start = async (): Promise<Record<string, unknown>> => {
    const { parameters } = await beginTransaction(context, authorizeParameters);
    await keepTransaction(context, parameters["state"], { parameters, appState });
    const { client_id, code_verifier: _, ...authParams } = parameters;
    const answer = await request(context, "/passwordless/start", readRecord, {
      json: {
        client_id,
        connection,
        send,
        ...omitFalsy({ email, phone_number: phoneNumber, captcha }),
        authParams: omitFalsy(authParams),
      },
      language,
    });
    return renameMembers(toCamelCase, answer);
  };
  return start();
}

/** Logs in with a code that was sent. */
export function logInPasswordless(context: Context, options: unknown): Promise<void> {
  const given = copyOptions(options);
  const { connection, email, phoneNumber } = readRecipient(context, given);
  const otp = requireText(given, "verificationCode");
  const { connection: _, phoneNumber: __, verificationCode: ___, ...rest } = given;
  return logInAcrossOrigins(context, rest, {
    username: email || phoneNumber,
    otp,
    realm: connection,
    ...omitFalsy({ captcha: readText(given, "captcha") }),
  });
}

/**
 * Reads the recipient.
 *
 * @throws TypeError also without a redirectUri and a responseType in the constructor, which the
 *   login that the message begins needs
 */
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
  const recipients = [email, phoneNumber].filter(Boolean);
  if (recipients.length !== 1) {
    refuse("One of email and phoneNumber", "a string", "option is required");
  }
  return { connection, email, phoneNumber };
}
