// Reads the response of a login from the URL of the page.

import { takeTransaction } from "./own-url.js";
import { showTokens } from "./result.js";
import { withPkce } from "./web-auth.js";

/** @param {import("./web-auth.js").Run} run */
export function acceptResponse(run) {
  const { hash } = location;
  if (!/[#&](?:access_token|id_token|code|error)=/.test(hash)) return;
  // Remove the response from the URL, so that the history and bookmarks do not contain it.
  history.replaceState(null, "", "/");
  run(
    "Login",
    (webAuth, report) =>
      webAuth.parseHash(
        { hash, ...takeTransaction(hash) },
        report((result) => showTokens("Login", result)),
      ),
    /[#&]code=/.test(hash) ? withPkce : {},
  );
}
