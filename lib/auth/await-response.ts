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

/** One request in another window. */
interface Exchange {
  readonly request: AuthorizeParameters;
  /** The only origin whose messages are read. */
  readonly origin: string;
  /** Default: the state. */
  readonly appState?: unknown;
  /** Opens the URL of the request. */
  readonly open: (url: string) => OpenedWindow;
  /** Watches for a failure before the response. Returns a function that stops watching. */
  readonly watch: (reject: (failure: unknown) => void, opened: OpenedWindow) => () => void;
  /**
   * Called for each response; returns false for a response to ignore. A response belongs to this
   * request if it has its state, or is an error without a state. Default: accept the first
   * response, and refuse it if it belongs to another request.
   */
  readonly accepts?: (isOwn: boolean) => boolean;
}

/**
 * Makes an authorization request in another window, waits for the response as a message, and
 * accepts it. The state stays in this call, so that parallel calls are independent.
 *
 * @throws AuthError the service's own error, `invalid_hash`, `invalid_token`, or a failure of
 *   `open` or `watch`
 * @see OAuth 2.0 Web Message Response Mode
 */
export async function awaitResponse(
  context: Context,
  { request, origin: expectedOrigin, appState, open, watch, accepts = () => true }: Exchange,
): Promise<AuthResult> {
  const messages = requirePort(context, "messages");
  refuseForeignRedirect(request["redirect_uri"], requirePort(context, "location").origin());
  const begun = beginTransaction(context, request);
  const { url, parameters } = begun instanceof Promise ? await begun : begun;
  // A frame that is opened after the call has ended would stay in the page.
  context.signal?.throwIfAborted();
  const cleanUps: (() => void)[] = [];
  const response = await new Promise<AuthorizationResponse>((resolve, reject) => {
    const opened = open(url);
    cleanUps.push(() => opened.remove());
    const stopListening = listenTo(messages, opened.window, expectedOrigin, (data) => {
      const answer = readWebMessage(data);
      if (answer && accepts(isOwn(answer, parameters))) resolve(answer);
    });
    cleanUps.push(stopListening);
    cleanUps.push(watch(reject, opened));
  }).finally(() => {
    for (const cleanUp of cleanUps) cleanUp();
  });
  checkIssuer(response, context.origin);
  // Check for an error first: its reason is more precise, and it may lack the state. A message from
  // this window and this origin can only be the response to this call.
  throwResponseError(response);
  const { state } = response;
  const sent = parameters["state"];
  if (state !== sent) refuseState(state ? "state_different" : "state_missing", state, sent);
  return acceptResponse(context, response, { parameters, appState: appState ?? state });
}

/**
 * Returns true for a response to this request. The service may be unable to repeat the state in an
 * error; then the window identifies the request.
 */
function isOwn({ state, error }: AuthorizationResponse, parameters: AuthorizeParameters): boolean {
  return state === parameters["state"] || (!state && Boolean(error));
}

/** Refuses a redirectUri of another origin: its response could not arrive here before a timeout. */
function refuseForeignRedirect(redirectUri: string | undefined, pageOrigin: string): void {
  // Compare texts, since some runtimes return "null" as the origin of an extension's page.
  if (URL.parse(redirectUri ?? "")?.href.startsWith(`${pageOrigin}/`)) return;
  fail(
    redirectUri ? "origin_mismatch" : "error",
    `The response would go to another origin: redirectUri is ${describeValue(redirectUri)}, expected a URL of ${pageOrigin}.`,
    redirectUri ? "origin_different" : "redirect_uri_missing",
    { remedy: "Give a redirectUri of this page's origin." },
  );
}
