import type { AuthResult, ResponseContext } from "./accept-response.ts";
import { AuthError } from "./auth-error.ts";
import { readHash } from "./authorization-response.ts";
import { readAuthorizeOptions, type AuthorizeOptions } from "./authorize-url.ts";
import { awaitResponse } from "./await-response.ts";
import { answerBothWays, type CallbackOrPromise } from "./callback-or-promise.ts";
import { requireText, wrongOption } from "./options.ts";
import { isRecord, toRecord } from "./records.ts";
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
   * @throws AuthError `error` when no window opened this page
   */
  readonly callback: () => void;
}

// The popup's own state tells more reliably than any event that it is gone, and only when asked.
const pollInterval = 500;

/** Makes the popup methods of one WebAuth. */
export function createPopup(context: ResponseContext): Popup {
  const { settings, ports } = context;
  return {
    authorize: answerBothWays((options) => {
      const request = readAuthorizeOptions(settings, options);
      requireText({ redirectUri: request["redirect_uri"] }, "redirectUri");
      request["response_mode"] ||= "fragment";
      const { popupOptions = {}, appState } = toRecord(options);
      if (!isSize(popupOptions)) throw wrongOption("popupOptions", "numbers");
      const origin = requirePort(ports, "location").origin();
      if (origin === settings.origin) {
        throw new TypeError("popup.authorize cannot run in a hosted login page.");
      }
      return awaitResponse(
        {
          request,
          origin,
          appState,
          open(url) {
            const popup = requirePort(ports, "popups").open(url, popupOptions);
            if (popup) return popup;
            throw new AuthError("popup_blocked", "The popup was blocked: open it in a click.");
          },
          watch(fail, popup) {
            let stop: () => void;
            let wasClosed = false;
            const poll = (): void => {
              stop = ports.clock.after(pollInterval, () => {
                // An answer may be on its way when the window closes: it has until the next look.
                if (wasClosed) fail(closedPopup());
                wasClosed = popup.isClosed?.() ?? false;
                poll();
              });
            };
            poll();
            return () => stop();
          },
        },
        context,
      );
    }),
    callback() {
      const location = requirePort(ports, "location");
      const { opener } = requirePort(ports, "messages");
      if (!opener) {
        throw new AuthError("error", "No window opened this page.", "opener_missing");
      }
      const data = { type: "authorization_response", response: readHash(location.hash()) };
      opener.postMessage(data, location.origin());
    },
  };
}

function closedPopup(): AuthError {
  const original = "User closed the popup window";
  return new AuthError("popup_closed", original, undefined, { original });
}

function isSize(size: unknown): size is PopupSize {
  return isRecord(size) && Object.values(size).every((value) => typeof value === "number");
}
