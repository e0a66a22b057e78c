import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { listenOnLoopback, type Listener } from "../../../tenant/server/listen.ts";
import { createSelfSignedCertificate } from "../../../tenant/server/self-signed-certificate.ts";
import { builtAuthLibrary } from "../../launch/build-extension.ts";

const auth0File = createRequire(import.meta.url).resolve("auth0-js/dist/auth0.min.js");

/** The application keeps an instance of `auth0-js`, which can renew at any time. */
const appScript = `
const webAuth = new auth0.WebAuth({
  domain: document.documentElement.dataset.domain,
  clientID: "demo-spa",
  redirectUri: location.origin + "/callback",
  responseType: "token id_token",
});
const renewals = [];
function renew() {
  webAuth.checkSession({}, (error, result) => renewals.push(error?.code ?? result.tokenType));
}
`;

const strict =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** The same policy for a page that uses a tenant: it permits this host, and still no script. */
const strictFor = (tenantHost: string) =>
  `${strict}; connect-src https://${tenantHost}; frame-src https://${tenantHost}`;

/** The headers of pages in which scripts of the page itself do not run, or have no origin. */
const listPolicies = (
  tenantHost: string,
): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  "/strict": { "content-security-policy": strict },
  "/strict-with-tenant": { "content-security-policy": strictFor(tenantHost) },
  "/sandbox": { "content-security-policy": `${strict}; sandbox allow-scripts` },
  // The page can do everything, and is told of each violation.
  "/reported": { "content-security-policy-report-only": strict },
});

/**
 * Starts a server for pages of applications: one with the published package `auth0-js`, and others
 * with the strictest policies.
 *
 * @param tenantHost host and port of the tenant, which the package reaches with https only
 */
export async function startGuestPages(tenantHost: string): Promise<Listener> {
  const [auth0, library] = await Promise.all([
    readFile(auth0File, "utf8"),
    readFile(builtAuthLibrary, "utf8"),
  ]);
  const scripts: Readonly<Record<string, string>> = {
    "/auth0.min.js": auth0,
    "/library.js": library,
    "/app.js": appScript,
    "/popup.js": `new TenantAuth.WebAuth({ domain: "${tenantHost}", clientID: "demo-spa" }).popup.callback();`,
  };
  const policies = listPolicies(tenantHost);
  const show = (...names: string[]) =>
    `<!doctype html><html lang="en" data-domain="${tenantHost}"><title>An application</title>
    <link rel="icon" href="data:," /><p>An application</p>${names
      .map((name) => `<script src="${name}"></script>`)
      .join("")}</html>`;
  return await listenOnLoopback(
    0,
    (request) => {
      const { pathname } = new URL(request.url);
      const script = scripts[pathname];
      if (script !== undefined) {
        return new Response(script, { headers: { "content-type": "text/javascript" } });
      }
      const policy = policies[pathname];
      const page =
        pathname === "/popup"
          ? show("/library.js", "/popup.js")
          : policy === undefined
            ? show("/auth0.min.js", "/app.js")
            : show();
      return new Response(page, {
        headers: {
          "content-type": "text/html; charset=utf-8",
          // In Firefox, evaluation by DevTools fails after a page was in the back-forward cache.
          "cache-control": "no-store",
          ...policy,
        },
      });
    },
    createSelfSignedCertificate(),
  );
}
