import {
  acceptResponse,
  findMissingToken,
  refuseState,
  type AuthResult,
  type ResponseContext,
} from "./accept-response.ts";
import { AuthError, invalidToken, type AuthErrorReason } from "./auth-error.ts";
import {
  findResponseError,
  readWebMessage,
  type AuthorizationResponse,
} from "./authorization-response.ts";
import {
  addStateAndNonce,
  readAuthorizeOptions,
  writeAuthorizeUrl,
  type AuthorizeOptions,
  type AuthorizeParameters,
} from "./authorize-url.ts";
import { isRecord } from "./is-record.ts";
import { wrongOption } from "./options.ts";
import type { ClockPort, FramesPort, MessagesPort } from "./ports.ts";
import { readTransaction } from "./transactions.ts";

/** Options of `checkSession`: any parameter of an authorization request, and how long to wait. */
export interface CheckSessionOptions extends AuthorizeOptions {
  /** Milliseconds to wait for an answer. Default: 60000. */
  readonly timeout?: number | undefined;
}

/** The ports of a page that a session check needs. */
interface FramePorts {
  readonly frames: FramesPort;
  readonly messages: MessagesPort;
  /** The page's origin. */
  readonly origin: string;
}

const defaultTimeout = 60_000;

/** A session check, ready to be run. */
interface SessionCheck {
  readonly parameters: AuthorizeParameters;
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * Checks the options of `checkSession` and completes them: `response_mode=web_message`, `prompt=none`, a
 * state, and a nonce when an ID token is asked for.
 *
 * @throws TypeError that names the option which is wrong
 */
export function readCheckSessionOptions(
  options: unknown,
  { settings, ports }: ResponseContext,
): SessionCheck {
  const parameters = readAuthorizeOptions(settings, options);
  const timeout = (isRecord(options) ? options["timeout"] : undefined) ?? defaultTimeout;
  if (typeof timeout !== "number" || !(timeout > 0) || !Number.isFinite(timeout)) {
    throw wrongOption("timeout", "give a number of milliseconds above 0");
  }
  parameters.set("response_mode", "web_message");
  parameters.set("prompt", "none");
  addStateAndNonce(parameters, ports.crypto);
  return { parameters, timeout };
}

/**
 * Asks for new tokens in a hidden frame. State and nonce stay in this call, so that calls at the same time
 * know nothing of each other.
 *
 * @throws AuthError the service's own error (`login_required`, `consent_required`), `error` for a check that
 *   cannot start, `origin_mismatch`, `timeout`, or `invalid_token`
 * @see OAuth 2.0 Web Message Response Mode; OpenID Connect Core 1.0, section 3.1.2.1 (prompt)
 */
export async function checkSession(
  { parameters, timeout }: SessionCheck,
  { frames, messages, origin }: FramePorts,
  context: ResponseContext,
): Promise<AuthResult> {
  const { settings, ports } = context;
  refuseHopeless(parameters, origin);
  const url = writeAuthorizeUrl(settings, parameters);
  const response = await exchange(url, settings.origin, timeout, frames, messages, ports.clock);
  const state = parameters.get("state");
  // Errors first: the service may be unable to repeat the state, and its reason says more than ours. A
  // message from this frame and this origin can only be the answer to this call.
  const failure = findResponseError(response);
  if (failure !== null) throw failure;
  if (response.state === undefined) throw refuseState("state_missing");
  if (response.state !== state) throw refuseState("state_different");
  const missing = findMissingToken(response, parameters.get("response_type") ?? "");
  if (missing !== undefined) {
    throw invalidToken("token_missing", `The answer to the session check lacks ${missing}.`);
  }
  return acceptResponse(response, { ...readTransaction(parameters), appState: state }, context);
}

/** Loads the frame and waits for its answer; whatever happens, nothing of it stays in the page. */
async function exchange(
  url: string,
  tenantOrigin: string,
  timeout: number,
  frames: FramesPort,
  messages: MessagesPort,
  clock: ClockPort,
): Promise<AuthorizationResponse> {
  const cleanUps: (() => void)[] = [];
  try {
    return await new Promise((resolve, reject) => {
      const frame = frames.open(url);
      cleanUps.push(() => frame.remove());
      const stopListening = messages.listen(({ source, origin, data }) => {
        // Any window may post here. A missing source (a frame already removed) is nobody's.
        if (source === null || source === undefined || source !== frame.window) return;
        if (origin !== tenantOrigin) return;
        const response = readWebMessage(data);
        if (response !== null) resolve(response);
      });
      cleanUps.push(stopListening);
      cleanUps.push(clock.after(timeout, () => reject(describeTimeout(timeout, tenantOrigin))));
    });
  } finally {
    for (const cleanUp of cleanUps) cleanUp();
  }
}

/** Finds what would only end in a timeout, before a frame is made. */
function refuseHopeless(parameters: AuthorizeParameters, pageOrigin: string): void {
  const redirectUri = parameters.get("redirect_uri") ?? "";
  if (parameters.get("response_type") === "code") {
    throw refusal(
      "error",
      "response_type_unsupported",
      "A session check cannot use the response type code. Pass responseType, for example 'token id_token'.",
    );
  }
  if (redirectUri === "") {
    throw refusal(
      "error",
      "redirect_uri_missing",
      "A session check needs a redirectUri with the origin of this page. Set it in the constructor or in the call.",
    );
  }
  if (readOrigin(redirectUri) !== pageOrigin) {
    throw refusal(
      "origin_mismatch",
      "origin_different",
      `The redirectUri must have the origin of this page, ${pageOrigin}: the tenant sends its answer there and nowhere else.`,
    );
  }
}

/** As `URL.origin`, but also for schemes of extensions, whose origin some runtimes call "null". */
function readOrigin(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  return url.origin === "null" ? `${url.protocol}//${url.host}` : url.origin;
}

function describeTimeout(timeout: number, tenantOrigin: string): AuthError {
  return refusal(
    "timeout",
    "timeout",
    `${tenantOrigin} did not answer the session check within ${timeout / 1000} seconds. Check that this page's origin is one of the application's allowed web origins, and its redirectUri one of the allowed callback URLs.`,
  );
}

function refusal(error: string, reason: AuthErrorReason, errorDescription: string): AuthError {
  return new AuthError({ error, errorDescription, reason });
}
