import type { AuthResult } from "./accept-response.ts";
import { AuthError, fail } from "./auth-error.ts";
import { readHash } from "./authorization-response.ts";
import { readAuthorizeOptions, type AuthorizeOptions } from "./authorize-url.ts";
import { awaitResponse } from "./await-response.ts";
import { toCallbackOrPromise, type CallbackOrPromise } from "./callback-or-promise.ts";
import type { Context } from "./context.ts";
import { readOption, requireText } from "./options.ts";
import { isRecordOf, toRecord } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";

/** Options of `popup.authorize`: the parameters of an authorization request, and a window size. */
export interface PopupOptions extends AuthorizeOptions {
  /** In pixels of the screen. Default: 500 wide, 600 high, in the center of the opener. */
  readonly popupOptions?: PopupSize | undefined;
}

/** The size and position of a popup, in pixels of the screen. */
export type PopupSize = Readonly<Partial<Record<"width" | "height" | "top" | "left", number>>>;

/** Logins in a popup window. */
export interface Popup {
  /**
   * Logs in without leaving the page. Call it in a click handler, or the browser blocks the window.
   * Requires a `redirectUri` of this page's origin; the page there must call `callback()`. The
   * response comes in the fragment.
   *
   * @param options parameters of the request, as for `authorize`, and the size of the window
   * @returns the result
   * @throws TypeError for a wrong option, without a redirectUri, or in a hosted login page. Rejects
   *   with AuthError: the service's own code, `popup_blocked`, `popup_closed` (by the user),
   *   `origin_mismatch`, `invalid_hash`, `invalid_token`
   * @see OpenID Connect Core 1.0, section 3.1.2.1
   */
  readonly authorize: CallbackOrPromise<PopupOptions, AuthResult>;
  /**
   * Posts the response in this page's URL to the page that opened it, if both have one origin.
   *
   * @throws AuthError `error` when no window opened this page; `invalid_hash` for a fragment that
   *   repeats a member, is not percent-encoded or is too long. Then nothing is posted
   * @see the client library interface, webAuth.popup.authorize
   */
  readonly callback: () => void;
}

// A window of another origin fires no event when it closes, so its state is polled.
const pollInterval = 500;
const original = "User closed the popup window";
const remedy = "Log in again.";

function isPopupSize(value: unknown): value is PopupSize {
  return isRecordOf("number", value);
}

/** Creates the popup methods of one WebAuth. */
export function createPopup(context: Context): Popup {
  return {
    authorize: toCallbackOrPromise(context, (_, options) => {
      const request = readAuthorizeOptions(context, options);
      requireText(request, "redirect_uri");
      request["response_mode"] = "fragment";
      const given = toRecord(options);
      const size = readOption(given, "popupOptions", "numbers", isPopupSize, {});
      const origin = requirePort(context, "location").origin();
      if (origin === context.origin) {
        throw new TypeError("popup.authorize does not work in a hosted login page.");
      }
      return awaitResponse(context, {
        request,
        origin,
        appState: given["appState"],
        open(url) {
          return (
            requirePort(context, "popups").open(url, size) ??
            fail("popup_blocked", "The browser blocked the popup.", undefined, {
              remedy: "Call popup.authorize in a click handler.",
            })
          );
        },
        watch(reject, popup) {
          let stop: () => void;
          // A response may be in flight when the window closes: wait for the next poll.
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
          remedy: "Open this page with popup.authorize.",
        });
      }
      const data = { type: "authorization_response", response: readHash(location.hash()) };
      opener.postMessage(data, location.origin());
    },
  };
}
