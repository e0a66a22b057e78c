import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { listenOnLoopback } from "../../../tenant/server/listen.ts";

/** The libraries that other people's pages run, with the file that a page loads. */
const files = {
  "auth0-js": "auth0-js/dist/auth0.min.js",
  "auth0-spa-js": "@auth0/auth0-spa-js/dist/auth0-spa-js.production.js",
  "oidc-client-ts": "oidc-client-ts/dist/browser/oidc-client-ts.min.js",
} as const;
export type LibraryName = keyof typeof files;

/** Where a page of the application logs in. */
export interface LoginTarget {
  /** The provider's origin. */
  provider: string;
  clientId: string;
}

/**
 * The script of each page: it defines `logIn`, `finish` (on the callback) and `renew`. The last two
 * resolve to the subject of the ID token.
 */
const scripts: Record<LibraryName, string> = {
  "auth0-js": `
    const client = new auth0.WebAuth({
      domain: provider,
      clientID: clientId,
      redirectUri: callback,
      responseType: "token id_token",
      scope: "openid profile email",
      overrides: {
        __token_issuer: provider + "/",
        __jwks_uri: provider + "/.well-known/jwks.json",
      },
    });
    const call = (name, options) => new Promise((resolve, reject) =>
      client[name](options, (error, result) => error
        ? reject(new Error(error.error + ": " + (error.errorDescription ?? error.error_description)))
        : resolve(result.idTokenPayload.sub)));
    const page = {
      logIn: () => client.authorize(),
      finish: () => call("parseHash", {}),
      renew: () => call("checkSession", {}),
    };`,
  "auth0-spa-js": `
    const client = new auth0.Auth0Client({
      domain: provider,
      clientId,
      authorizationParams: { redirect_uri: callback },
      cacheLocation: "localstorage",
    });
    const readSubject = async () => (await client.getUser()).sub;
    const page = {
      logIn: () => client.loginWithRedirect(),
      finish: () => client.handleRedirectCallback().then(readSubject),
      renew: () => client.getTokenSilently({ cacheMode: "off" }).then(readSubject),
    };`,
  "oidc-client-ts": `
    const client = new oidc.UserManager({
      authority: provider,
      client_id: clientId,
      redirect_uri: callback,
      silent_redirect_uri: callback,
      scope: "openid profile email",
      loadUserInfo: true,
    });
    const page = {
      logIn: () => client.signinRedirect(),
      finish: () => client.signinCallback().then((user) => user?.profile.sub),
      renew: () => client.signinSilent().then((user) => user.profile.sub),
    };`,
};

const renderPage = (name: LibraryName, target: LoginTarget, origin: string) => `<!doctype html>
<title>${name}</title>
<link rel="icon" href="data:,">
<button id="log-in">Log in</button>
<button id="renew">Renew</button>
<output></output>
<script src="/libraries/${name}.js"></script>
<script>
  const { provider, clientId, callback } = ${JSON.stringify({
    ...target,
    callback: `${origin}/${name}/callback`,
  })};
  ${scripts[name]}
  const show = (what, result) => result.then(
    (subject) => { document.querySelector("output").textContent = what + " as " + subject; },
    (error) => { document.querySelector("output").textContent = what + " failed: " + error.message; },
  );
  document.querySelector("#log-in").onclick = () => page.logIn();
  document.querySelector("#renew").onclick = () => show("Renewed", page.renew());
  if (location.pathname.endsWith("/callback")) show("Logged in", page.finish());
</script>`;

/** A web application whose pages log in with the libraries that are most used. */
export interface LibraryApp {
  readonly origin: string;
  /** The callback URLs of all pages. */
  readonly callbacks: readonly string[];
  /** Makes a page log in elsewhere from now on, and returns its URL. */
  aim(name: LibraryName, target: LoginTarget): string;
  close(): Promise<void>;
}

const isLibrary = (name: string | undefined): name is LibraryName =>
  name !== undefined && Object.hasOwn(files, name);

/** Starts the application on a free port of this machine. */
export async function startLibraryApp(): Promise<LibraryApp> {
  const { resolve } = createRequire(import.meta.url);
  const modules = dirname(dirname(dirname(resolve("auth0-js/package.json"))));
  const targets = new Map<LibraryName, LoginTarget>();
  const listener = await listenOnLoopback(0, async (request) => {
    const url = new URL(request.url);
    const [, first = "", second] = url.pathname.split("/");
    const library = second?.replace(/\.js$/, "");
    if (first === "libraries" && isLibrary(library)) {
      const script = await readFile(join(modules, "node_modules", files[library]));
      return new Response(script, { headers: { "content-type": "text/javascript" } });
    }
    const target = isLibrary(first) ? targets.get(first) : undefined;
    if (!isLibrary(first) || target === undefined) return new Response(null, { status: 404 });
    return new Response(renderPage(first, target, url.origin), {
      headers: { "content-type": "text/html" },
    });
  });
  const origin = `http://localhost:${listener.port}`;
  return {
    origin,
    callbacks: Object.keys(files).map((name) => `${origin}/${name}/callback`),
    aim(name, target) {
      targets.set(name, target);
      return `${origin}/${name}`;
    },
    close: () => listener.close(),
  };
}
