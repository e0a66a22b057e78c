// The tokens of the last login. They stay in memory, because other scripts could read the page's
// storage.

import { button } from "./elements.js";

const kept = { accessToken: "", refreshToken: "" };

/**
 * Stores the tokens of a result and enables the buttons that need them.
 * @param {import("./web-auth.js").Facts} result
 */
export function keepTokens({ accessToken, refreshToken }) {
  if (typeof accessToken === "string") kept.accessToken = accessToken;
  // Each refresh returns a new refresh token and voids the previous one.
  if (typeof refreshToken === "string") kept.refreshToken = refreshToken;
  button("user-info").disabled = kept.accessToken === "";
  button("refresh").disabled = kept.refreshToken === "";
}

/** Returns the stored tokens. */
export function readTokens() {
  return { ...kept };
}
