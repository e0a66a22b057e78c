// Logs in through a URL that this page opens itself. It can have parameters that the library never
// sends, such as repeated and empty ones.

/**
 * @typedef {object} Transaction
 * @property {string} state
 * @property {string} nonce
 */

const stored = "demo.transaction";

/**
 * Leaves the page for the login, with a query after the parameters of the library.
 * @param {import("./web-auth.js").WebAuth} webAuth
 * @param {string} query
 */
export function openOwnUrl(webAuth, query) {
  const transaction = { state: crypto.randomUUID(), nonce: crypto.randomUUID() };
  sessionStorage.setItem(stored, JSON.stringify(transaction));
  const url = webAuth.client.buildAuthorizeUrl(transaction);
  location.assign(query === "" ? url : `${url}&${query}`);
}

/**
 * Returns state and nonce of the response's login, if this page opened its URL. They apply once.
 * @param {string} hash
 * @returns {Transaction | undefined}
 */
export function takeTransaction(hash) {
  const text = sessionStorage.getItem(stored);
  if (text === null) return undefined;
  /** @type {Transaction} */
  const transaction = JSON.parse(text);
  if (new URLSearchParams(hash.slice(1)).get("state") !== transaction.state) return undefined;
  sessionStorage.removeItem(stored);
  return transaction;
}
