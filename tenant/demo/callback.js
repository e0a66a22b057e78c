// What the page does with the response of a login, which comes in its address.

import { showTokens } from "./result.js";
import { withPkce } from "./web-auth.js";

/** @param {import("./web-auth.js").Run} run */
export function acceptResponse(run) {
  const { hash } = location;
  if (!/[#&](?:access_token|id_token|code|error)=/.test(hash)) return;
  // The response leaves the address, so that neither the history nor a bookmark keeps it.
  history.replaceState(null, "", "/");
  run(
    "Login",
    (webAuth, report) =>
      webAuth.parseHash(
        { hash },
        report((result) => showTokens("Login", result)),
      ),
    /[#&]code=/.test(hash) ? withPkce : {},
  );
}
