// Shows the result of the last operation.

import { byId } from "./elements.js";
import { keepTokens } from "./tokens.js";

/** @typedef {import("./web-auth.js").Facts} Facts */

/**
 * Shows one sentence and a few facts; `state` is idle, working, done or failed.
 * @param {string} state
 * @param {string} summary
 * @param {Facts} facts
 */
export function show(state, summary, facts = {}) {
  byId("result").dataset["state"] = state;
  byId("summary").textContent = summary;
  byId("details").replaceChildren(
    ...Object.entries(facts)
      .filter(([, value]) => value !== undefined && value !== null)
      .flatMap(([name, value]) => {
        const term = document.createElement("dt");
        const detail = document.createElement("dd");
        term.textContent = name;
        detail.textContent = typeof value === "string" ? value : JSON.stringify(value);
        return [term, detail];
      }),
  );
}

/**
 * @param {string} title
 * @param {unknown} error
 */
export function showFailure(title, error) {
  /** @type {Facts} */
  const facts = error instanceof Object ? { message: error.message, ...error } : {};
  show("failed", `${title} failed.`, {
    error: facts["error"] ?? facts["code"],
    errorDescription: facts["errorDescription"] ?? facts["description"] ?? facts["message"],
    policy: facts["policy"],
    remedy: facts["remedy"],
  });
}

/**
 * @param {string} title
 * @param {Facts} result
 */
export function showTokens(title, result) {
  keepTokens(result);
  /** @type {Facts} */
  const claims = Object(result["idTokenPayload"]);
  show("done", `${title} succeeded.`, {
    user: claims["name"] ?? claims["sub"],
    accessToken: shorten(result["accessToken"]),
    idToken: shorten(result["idToken"]),
    refreshToken: shorten(result["refreshToken"]),
    expiresIn: result["expiresIn"],
    scope: result["scope"],
  });
}

/**
 * Shows only the end of a token: tokens are credentials, and they all start with the same header.
 * @param {unknown} token
 */
function shorten(token) {
  return typeof token === "string"
    ? `…${token.slice(-12)} (${token.length} characters)`
    : undefined;
}
