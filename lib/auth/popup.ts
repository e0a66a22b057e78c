import type { AuthResult } from "./accept-response.ts";
import { AuthError, fail } from "./auth-error.ts";
import { readHash } from "./authorization-response.ts";
import { readAuthorizeOptions, type AuthorizeOptions } from "./authorize-url.ts";
import { awaitResponse } from "./await-response.ts";
import { answerBothWays, type CallbackOrPromise } from "./callback-or-promise.ts";
import type { Context } from "./context.ts";
import { refuse, requireText } from "./options.ts";
import { isRecordOf, toRecord } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";

/** Options of `popup.authorize`: any parameter of an authorization request, and the size of the window. */
export interface PopupOptions extends AuthorizeOptions {
  /** Pixels of the screen. Default: 500 wide, 600 high, in the middle of the opener. */
  readonly popupOptions?: PopupSize | undefined;
}

/** Where a popup is, in pixels of the screen. */
export type PopupSize = Readonly<Partial<Record<"width" | "height" | "top" | "left", number>>>;

/** Logins in a window of their own. */
export interface Popup {
  /**
   * Logs in without leaving the page. Call it in the turn of a click, or the browser blocks the window. Needs a
   * `redirectUri` of this page's origin whose page calls `callback()`. The response comes in the fragment.
   *
   * @param options parameters of the request, as for `authorize`, and where the window is
   * @returns the result
   * @throws TypeError for a wrong option, without a redirectUri, or in a hosted login page; rejects with
   *   AuthError: the service's own code, `popup_blocked`, `popup_closed` (by the user), `origin_mismatch`,
   *   `invalid_hash`, `invalid_token`
   * @see OpenID Connect Core 1.0, section 3.1.2.1
   */
  readonly authorize: CallbackOrPromise<PopupOptions, AuthResult>;
  /**
   * Hands the response in this page's address to the page that opened it, if that is of the same origin.
   *
   * @throws AuthError `error` when no window opened this page; `invalid_hash` for a fragment that is no response:
   *   one that repeats a member, is not percent-encoded or is too long. Nothing is handed on then
   * @see the client library interface, webAuth.popup.authorize
   */
  readonly callback: () => void;
}

// The popup's own state tells more reliably than any event that it is gone, and only when asked.
const pollInterval = 500;
const original = "User closed the popup window";
const remedy = "Log in again.";

/** Makes the popup methods of one WebAuth. */
export function createPopup(context: Context): Popup {
  return {
    authorize: answerBothWays(context, (_, options) => {
      const request = readAuthorizeOptions(context, options);
      requireText(request, "redirect_uri");
      request["response_mode"] = "fragment";
      const { popupOptions, appState } = toRecord(options);
      const size = popupOptions ?? {};
      if (!isRecordOf("number", size)) refuse("popupOptions", "numbers");
      const origin = requirePort(context, "location").origin();
      if (origin === context.origin) {
        throw new TypeError("No popups in a hosted login page.");
      }
      return awaitResponse(context, {
        request,
        origin,
        appState,
        open(url) {
          return (
            requirePort(context, "popups").open(url, size) ??
            fail("popup_blocked", "The browser blocked the popup.", undefined, {
              remedy: "Call popup.authorize in the turn of a click.",
            })
          );
        },
        watch(reject, popup) {
          let stop: () => void;
          // An answer may be on its way when the window closes: it has until the next look.
          const poll = (wasClosed = false): void => {
            stop = context.clock.after(pollInterval, () => {
              if (wasClosed) {
                reject(new AuthError("popup_closed", original, undefined, { remedy, original }));
              }
              poll(popup.isClosed?.());
            });
          };
          poll();
          return () => stop();
        },
      });
    }),
    callback() {
      const location = requirePort(context, "location");
      const { opener } = requirePort(context, "messages");
      if (!opener) {
        fail("error", "No window opened this page.", "opener_missing", {
          remedy: "Open this page by popup.authorize.",
        });
      }
      const data = { type: "authorization_response", response: readHash(location.hash()) };
      opener.postMessage(data, location.origin());
    },
  };
}
