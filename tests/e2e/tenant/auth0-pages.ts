import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { listenOnLoopback, type Listener } from "../../../tenant/server/listen.ts";
import { createSelfSignedCertificate } from "../../../tenant/server/self-signed-certificate.ts";

const scriptFile = createRequire(import.meta.url).resolve("auth0-js/dist/auth0.min.js");

/**
 * The whole application: calls the package's methods by name and returns the results of their
 * callbacks.
 */
const appScript = `
function createWebAuth(settings) {
  return new auth0.WebAuth({
    domain: document.documentElement.dataset.domain,
    clientID: "demo-spa",
    redirectUri: location.origin + "/callback",
    responseType: "token id_token",
    scope: "openid profile email",
    ...settings,
  });
}
function answer(start) {
  return new Promise((resolve) => {
    start((error, result) => {
      // The other members of an error belong to its transport and are not valid JSON.
      const { original, ...words } = error ?? {};
      resolve({ error: error ? words : null, result: result ?? null });
    });
  });
}
function callAuth0(settings, method, given) {
  const names = method.split(".");
  const name = names.pop();
  const owner = names.reduce((object, key) => object[key], createWebAuth(settings));
  return answer((callback) => owner[name](...given, callback));
}
function callManagement(token, method, given) {
  const management = new auth0.Management({ domain: document.documentElement.dataset.domain, token });
  return answer((callback) => management[method](...given, callback));
}
if (location.pathname === "/cross-origin") createWebAuth({}).crossOriginVerification();
if (location.pathname === "/popup") createWebAuth({}).popup.callback();
`;

/** Starts a server for application pages that load the published package `auth0-js`. */
export async function startAuth0Pages(domain: string): Promise<Listener> {
  const script = await readFile(scriptFile);
  const page = `<!doctype html>
    <html lang="en" data-domain="${domain}">
      <title>An application</title>
      <link rel="icon" href="data:," />
      <script src="/auth0.min.js"></script>
      <script src="/app.js"></script>
    </html>`;
  const respond = (body: string | Uint8Array<ArrayBuffer>, type: string): Response =>
    new Response(body, { headers: { "content-type": `${type}; charset=utf-8` } });
  return await listenOnLoopback(
    0,
    (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/auth0.min.js") return respond(new Uint8Array(script), "text/javascript");
      if (pathname === "/app.js") return respond(appScript, "text/javascript");
      return respond(page, "text/html");
    },
    createSelfSignedCertificate(),
  );
}
