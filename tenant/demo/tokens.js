// The tokens of the last login. They stay in memory: a reload forgets them, and no other script finds them in a storage.

import { button } from "./elements.js";

const kept = { accessToken: "", refreshToken: "" };

/**
 * Keeps those that a result has, and lets the buttons be pressed that need one.
 * @param {import("./web-auth.js").Facts} result
 */
export function keepTokens({ accessToken, refreshToken }) {
  if (typeof accessToken === "string") kept.accessToken = accessToken;
  // Each refresh brings another refresh token, and the one before it has become worthless.
  if (typeof refreshToken === "string") kept.refreshToken = refreshToken;
  button("user-info").disabled = kept.accessToken === "";
  button("refresh").disabled = kept.refreshToken === "";
}

/** What calls with a token are made with. */
export function readTokens() {
  return { ...kept };
}
