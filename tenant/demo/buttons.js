// The buttons without a form.

import { button } from "./elements.js";
import { show, showTokens } from "./result.js";
import { readTokens } from "./tokens.js";
import { withPkce } from "./web-auth.js";

/** @param {import("./web-auth.js").Run} run */
export function connectButtons(run) {
  button("log-in").addEventListener("click", () => {
    run("Login", (webAuth) => webAuth.authorize({}));
  });
  button("pkce").addEventListener("click", () => {
    run("Login", (webAuth) => webAuth.authorize({}), withPkce);
  });
  button("refresh").addEventListener("click", () => {
    const title = "Refresh";
    const { refreshToken } = readTokens();
    run(title, (webAuth, report) =>
      webAuth.client.oauthToken(
        { refreshToken },
        report((result) => showTokens(title, result)),
      ),
    );
  });
  button("renew").addEventListener("click", () => {
    const title = "Silent renewal";
    run(title, (webAuth, report) =>
      webAuth.checkSession(
        {},
        report((result) => showTokens(title, result)),
      ),
    );
  });
  button("user-info").addEventListener("click", () => {
    run("User info", (webAuth, report) =>
      webAuth.client.userInfo(
        readTokens().accessToken,
        report((claims) => show("done", "User info succeeded.", claims)),
      ),
    );
  });
  button("log-out").addEventListener("click", () => {
    run("Logout", (webAuth) => webAuth.logout({ returnTo: `${location.origin}/` }));
  });
  button("popup").addEventListener("click", () => {
    const title = "Popup login";
    run(title, (webAuth, report) =>
      webAuth.popup.authorize(
        { redirectUri: `${location.origin}/popup` },
        report((result) => showTokens(title, result)),
      ),
    );
  });
}
