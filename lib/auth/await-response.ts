import { acceptResponse, refuseState, type AuthResult } from "./accept-response.ts";
import { fail } from "./auth-error.ts";
import {
  checkIssuer,
  readWebMessage,
  throwResponseError,
  type AuthorizationResponse,
} from "./authorization-response.ts";
import type { AuthorizeParameters } from "./authorize-url.ts";
import { describeValue } from "./describe-value.ts";
import { beginTransaction } from "./begin-transaction.ts";
import type { Context } from "./context.ts";
import type { OpenedWindow } from "./ports.ts";
import { listenTo, requirePort } from "./runtime-ports.ts";

/** How one request is shown to the tenant, and whose answer counts. */
interface Exchange {
  readonly request: AuthorizeParameters;
  /** The one origin whose messages count. */
  readonly origin: string;
  /** Default: the state. */
  readonly appState?: unknown;
  /** Shows the request in a window of its own. */
  readonly open: (url: string) => OpenedWindow;
  /** Waits for what ends the exchange without an answer. */
  readonly watch: (fail: (failure: unknown) => void, opened: OpenedWindow) => () => void;
  /**
   * Hears of each answer, and says whether it is taken. One is this request's own when it carries its state, or is
   * an error without any. Default: the first answer is taken, and refused when it is another request's.
   */
  readonly hear?: (isOwn: boolean) => boolean;
}

/**
 * Makes an authorization request in another window, waits for the answer as a message, and accepts it. What
 * the answer is held against stays in this call, so that calls at the same time know nothing of each other.
 *
 * @throws AuthError the service's own error, `invalid_hash`, `invalid_token`, or what `open` or `watch` says
 * @see OAuth 2.0 Web Message Response Mode
 */
export async function awaitResponse(
  context: Context,
  { request, origin: expected, appState, open, watch, hear = () => true }: Exchange,
): Promise<AuthResult> {
  const messages = requirePort(context, "messages");
  refuseForeign(request["redirect_uri"], requirePort(context, "location").origin());
  const begun = beginTransaction(context, request);
  const { url, parameters } = begun instanceof Promise ? await begun : begun;
  // A frame that opens after the call has ended would stay in the page.
  context.signal?.throwIfAborted();
  const cleanUps: (() => void)[] = [];
  const response = await new Promise<AuthorizationResponse>((resolve, reject) => {
    const opened = open(url);
    cleanUps.push(() => opened.remove());
    const stopListening = listenTo(messages, opened.window, expected, (data) => {
      const answer = readWebMessage(data);
      if (answer && hear(isOwn(answer, parameters))) resolve(answer);
    });
    cleanUps.push(stopListening);
    cleanUps.push(watch(reject, opened));
  }).finally(() => {
    for (const cleanUp of cleanUps) cleanUp();
  });
  checkIssuer(response, context.origin);
  // Errors first: the service may be unable to repeat the state, and its reason says more than ours. A
  // message from this window and this origin can only be the answer to this call.
  throwResponseError(response);
  const { state } = response;
  const sent = parameters["state"];
  if (state !== sent) refuseState(state ? "state_different" : "state_missing", state, sent);
  return acceptResponse(context, response, { parameters, appState: appState ?? state });
}

/** The service may be unable to repeat the state in an error, and then its window alone tells whose it is. */
function isOwn({ state, error }: AuthorizationResponse, parameters: AuthorizeParameters): boolean {
  return state === parameters["state"] || (!state && Boolean(error));
}

/** Finds what would only end in a timeout: an answer that goes to another origin than this page's. */
function refuseForeign(redirectUri: string | undefined, pageOrigin: string): void {
  // By its text, since some runtimes call the origin of an extension's page "null".
  if (URL.parse(redirectUri ?? "")?.href.startsWith(`${pageOrigin}/`)) return;
  fail(
    redirectUri ? "origin_mismatch" : "error",
    `The response would not come here: redirectUri is ${describeValue(redirectUri)}, expected an address of ${pageOrigin}.`,
    redirectUri ? "origin_different" : "redirect_uri_missing",
    { remedy: "Give a redirectUri of this page's origin." },
  );
}
