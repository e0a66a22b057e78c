// The two pages without content: one ends a popup login, one proves an embedded login to the
// tenant.

/**
 * @typedef {object} HelperAuth
 * @property {{ callback: () => void }} popup
 * @property {() => void} crossOriginVerification
 */

(async () => {
  /** @type {{ TenantAuth?: { WebAuth: new (options: object) => HelperAuth } }} */
  const page = globalThis;
  if (page.TenantAuth === undefined)
    throw new Error(
      "Could not load the authentication library. Build the extension, then reload this page.",
    );
  const response = await fetch("/config.json");
  /** @type {{ tenantOrigin: string }} */
  const { tenantOrigin } = await response.json();
  const webAuth = new page.TenantAuth.WebAuth({ domain: tenantOrigin, clientID: "demo-spa" });
  if (location.pathname === "/popup") webAuth.popup.callback();
  else webAuth.crossOriginVerification();
})().catch((error) => {
  const summary = document.querySelector("#summary");
  if (summary !== null) summary.textContent = `This page failed: ${error.message}`;
});
