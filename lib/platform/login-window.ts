import { extension } from "./extension-api.ts";

/** A login window that did not come back with an answer. The message is for people. */
class LoginWindowError extends Error {
  override readonly name = "LoginWindowError";
  readonly code: "login-window-closed" | "login-window-failed";
  constructor(code: LoginWindowError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The redirect URL that the browser intercepts for this extension; a tenant must list it as an allowed callback. */
export function loginRedirectUrl(): string {
  return extension.identity.getRedirectURL();
}

/**
 * Opens a login window at an authorization URL and waits until it comes back to {@link loginRedirectUrl}.
 * Both browsers reject with a sentence of their own and no code, so what happened is told by what is certain:
 * no answer came. Runs in the worker, which lives as long as the window is open.
 */
export async function openLoginWindow(url: string): Promise<string> {
  try {
    return await extension.identity.launchWebAuthFlow({ url, interactive: true });
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : "";
    // Chromium: "Authorization page could not be loaded."; Firefox has no such text. Words only, nothing is decided by them
    // but which of two pieces of advice is shown. Chromium closes the window at any page with status 400 or higher, before
    // anybody could read what the tenant says there; a wrong password can be such a page.
    if (/could not be loaded/i.test(said)) {
      throw new LoginWindowError(
        "login-window-failed",
        "The browser closed the login window: the tenant did not answer, or answered with an error page. Check that it is running, that it knows this client id, and that it lists the callback URL of the options page. After a wrong password, run again.",
        { cause },
      );
    }
    throw new LoginWindowError(
      "login-window-closed",
      "The login window was closed before it came back. If it showed an error, the usual causes are a client id that the tenant does not know, or a callback URL that is not in the application's allow-list. Run again to retry.",
      { cause },
    );
  }
}
