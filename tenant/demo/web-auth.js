// Calls the library with callbacks, and creates one instance for each call.

import { show, showFailure } from "./result.js";

/**
 * @typedef {Record<string, unknown>} Facts
 * @typedef {(error: unknown, result: Facts | null) => void} Callback
 * @typedef {object} WebAuth
 * @property {(options: object) => void} authorize
 * @property {(options: object, callback: Callback) => void} parseHash
 * @property {(options: object, callback: Callback) => void} checkSession
 * @property {(options: object) => void} logout
 * @property {(options: object, callback: Callback) => void} login
 * @property {(options: object, callback: Callback) => void} passwordlessStart
 * @property {(options: object, callback: Callback) => void} passwordlessLogin
 * @property {(options: object, callback: Callback) => void} signup
 * @property {(options: object, callback: Callback) => void} changePassword
 * @property {{ authorize: (options: object, callback: Callback) => void }} popup
 * @property {Client} client
 * @typedef {object} Client
 * @property {(accessToken: string, callback: Callback) => void} userInfo
 * @property {(options: object, callback: Callback) => void} oauthToken
 * @property {(options: object) => string} buildAuthorizeUrl
 * @typedef {{ WebAuth: new (options: object) => WebAuth }} TenantAuth
 * @typedef {(title: string, operation: Operation, options?: object) => void} Run
 * @typedef {(onSuccess: (result: Facts) => void) => Callback} Report
 * @typedef {(webAuth: WebAuth, report: Report) => void} Operation
 */

const rememberedClient = "demo.client";

/**
 * The options of a login with PKCE: this page exchanges the code for tokens, with a refresh token.
 */
export const withPkce = {
  pkce: true,
  responseType: "code",
  scope: "openid profile email offline_access",
};

/** Returns the library, which its script stores in a global of the page. */
export function findLibrary() {
  /** @type {{ TenantAuth?: TenantAuth }} */
  const page = globalThis;
  return page.TenantAuth;
}

/** Selects the client that was selected before the browser left the page. */
export function restoreClient() {
  const remembered = sessionStorage.getItem(rememberedClient) ?? "demo-spa";
  const choice = document.querySelector(`input[value="${CSS.escape(remembered)}"]`);
  if (choice instanceof HTMLInputElement) choice.checked = true;
}

/**
 * Creates the function that runs an operation. The function shows exceptions in the same way as
 * reported errors.
 * @param {TenantAuth} library
 * @param {string} tenantOrigin
 * @returns {Run}
 */
export function createRun(library, tenantOrigin) {
  return (title, operation, options = {}) => {
    show("working", `${title}…`);
    try {
      const webAuth = new library.WebAuth({
        domain: tenantOrigin,
        clientID: readClient(),
        redirectUri: `${location.origin}/callback`,
        responseType: "token id_token",
        scope: "openid profile email",
        ...options,
      });
      operation(webAuth, (onSuccess) => (error, result) => {
        if (error) showFailure(title, error);
        else onSuccess(result ?? {});
      });
    } catch (error) {
      showFailure(title, error);
    }
  };
}

function readClient() {
  const chosen = document.querySelector("input[name=client]:checked");
  const clientID = chosen instanceof HTMLInputElement ? chosen.value : "demo-spa";
  sessionStorage.setItem(rememberedClient, clientID);
  return clientID;
}
