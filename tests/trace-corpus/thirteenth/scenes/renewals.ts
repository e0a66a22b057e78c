import type { FetchHandler } from "../../../../tenant/server/listen.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import {
  logInAtSmallProvider,
  smallProviderOrigin,
  withProvider,
} from "../../scene-parts/scene-provider.ts";
import { withoutForeignCookies } from "../../scene-parts/foreign-cookies.ts";
import { createSmallProvider } from "../../scene-parts/small-provider.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { createMake, formPage, nameField, readQuery, respondTo } from "./makes.ts";

interface Paths {
  readonly authorization: string;
  readonly token: string;
  readonly keys: string;
}

const trailPaths: Paths = {
  authorization: "/idp/profile/oidc/sign-on",
  token: "/idp/profile/oidc/tokens",
  keys: "/idp/profile/oidc/keyset",
};

const bakeryPaths: Paths = {
  authorization: "/connect/authorize",
  token: "/connect/token",
  keys: "/.well-known/openid-configuration/jwks",
};

interface RenewedPage {
  readonly title: string;
  readonly origin: string;
  readonly paths: Paths;
  readonly clientId: string;
  /** The page that ends a renewal in its frame. */
  readonly silent: string;
}

/** Serves a page with oidc-client-ts, whose button renews the tokens in a hidden frame. */
async function serveRenewedPage(stage: ProviderStage, page: RenewedPage): Promise<void> {
  const { title, origin, paths, clientId, silent } = page;
  const declare = `const manager = new oidc.UserManager(${JSON.stringify({
    authority: smallProviderOrigin,
    metadata: {
      issuer: smallProviderOrigin,
      authorization_endpoint: `${smallProviderOrigin}${paths.authorization}`,
      token_endpoint: `${smallProviderOrigin}${paths.token}`,
      jwks_uri: `${smallProviderOrigin}${paths.keys}`,
    },
    client_id: clientId,
    redirect_uri: `${origin}/signed-in`,
    silent_redirect_uri: `${origin}${silent}`,
    scope: "openid profile",
    automaticSilentRenew: false,
  })});`;
  const work = `
    const renew = () => manager.signinSilent().then(
      () => show("Renewed"),
      (error) => show("Signed out: " + error.error),
    );
    // The next address at once would take the bodies of the responses from the panel.
    manager.signinRedirectCallback()
      .then(() => new Promise((resolve) => setTimeout(resolve, 500)))
      .then(() => history.replaceState(null, "", "/"))
      .then(() => show("${title} of Ada"));`;
  await serveLibraryPages(stage, {
    library: "oidc-client-ts",
    title,
    scripts: {
      "/": `${declare}show("Please sign in");`,
      "/signed-in": declare + work,
      [silent]: `${declare}manager.signinSilentCallback();`,
    },
  });
}

/** Renews the tokens of such a page, which then says that the user is signed out. */
async function renewInVain({ tab }: ProviderStage, title: string): Promise<void> {
  await tab.getByText(`${title} of Ada`).waitFor();
  await tab.waitForLoadState("networkidle");
  await tab.evaluate("void renew()");
  await tab.getByText("Signed out").waitFor();
}

/** Makes a provider go back to its start after the login, as many do, where the session answers. */
const withReturn =
  (provider: FetchHandler): FetchHandler =>
  async (request) => {
    const answer = await provider(request);
    const { pathname, search } = new URL(request.url);
    const isLogin = pathname === trailPaths.authorization && request.method === "POST";
    return isLogin ? redirectTo(pathname + search, answer.headers.getSetCookie()) : answer;
  };

/** Creates a provider that asks for consent each time, unless the user lets it remember that. */
async function createConsentingMake() {
  const issuer = await createIssuer(smallProviderOrigin);
  const sessions = new Set<string>();
  const remembered = new Set<string>();

  const issue = (query: URLSearchParams) =>
    redirectTo(respondTo(query, { code: issuer.issueCode(query, { sub: "81842", name: "Ada" }) }));
  const hasSession = (request: Request) => sessions.has(readCookie(request, "idsrv.session") ?? "");
  const readReturn = (request: Request) => readQuery(request).get("ReturnUrl") ?? "";

  return createMake({
    [bakeryPaths.authorization]: (request) => {
      const { pathname, search, searchParams: query } = new URL(request.url);
      const isSilent = query.get("prompt") === "none";
      const back = encodeURIComponent(pathname + search);
      if (!hasSession(request)) {
        if (isSilent) return redirectTo(respondTo(query, { error: "login_required" }));
        return redirectTo(`/Account/Login?ReturnUrl=${back}`);
      }
      if (remembered.has(query.get("client_id") ?? "")) return issue(query);
      if (isSilent) return redirectTo(respondTo(query, { error: "consent_required" }));
      return redirectTo(`/Consent?ReturnUrl=${back}`);
    },
    "/Account/Login": (request) => {
      if (request.method !== "POST") return formPage("Log in", nameField);
      const id = randomText();
      sessions.add(id);
      return redirectTo(readReturn(request), [
        `idsrv.session=${id}; Path=/; HttpOnly; SameSite=Lax`,
      ]);
    },
    "/Consent": async (request) => {
      if (request.method !== "POST")
        return formPage(
          "Yes, allow",
          `<p>Bakery wants to know your name.</p><label><input type="checkbox" name="RememberConsent" value="true"> Remember my decision</label><input type="hidden" name="RememberConsent" value="false">`,
        );
      const query = new URLSearchParams(readReturn(request).replace(/^[^?]*\?/, ""));
      const isKept = (await readForm(request)).get("RememberConsent") === "true";
      if (isKept) remembered.add(query.get("client_id") ?? "");
      return issue(query);
    },
    [bakeryPaths.token]: async (request) => await issuer.redeem(await readForm(request)),
    [bakeryPaths.keys]: () => Response.json(issuer.jwks),
  });
}

/** The scenes of pages that renew their tokens in a hidden frame. */
export const renewalScenes: ProviderScenes = {
  "trail-map-signs-walker-out": async (stage) => {
    const { tab, application } = stage;
    const origin = application.otherOrigin;
    const provider = await createSmallProvider({
      paths: trailPaths,
      cookie: "Path=/; HttpOnly; Secure; SameSite=None",
    });
    await serveRenewedPage(stage, {
      title: "Trails",
      origin,
      paths: trailPaths,
      clientId: "trail-map",
      silent: "/renewed",
    });
    await withoutForeignCookies(stage, async () => {
      await withProvider(withReturn(provider), async () => {
        await tab.goto(`${origin}/`);
        await tab.evaluate("void manager.signinRedirect()");
        await logInAtSmallProvider(stage);
        await renewInVain(stage, "Trails");
      });
    });
  },
  "bakery-till-in-the-evening": async (stage) => {
    const { tab, application } = stage;
    await serveRenewedPage(stage, {
      title: "Orders",
      origin: application.origin,
      paths: bakeryPaths,
      clientId: "bakery.till",
      silent: "/silent.html",
    });
    await withProvider(await createConsentingMake(), async () => {
      await tab.goto(`${application.origin}/`);
      await tab.evaluate("void manager.signinRedirect()");
      await tab.getByRole("button", { name: "Log in" }).click();
      await tab.getByRole("button", { name: "Yes, allow" }).click();
      await renewInVain(stage, "Orders");
    });
  },
};
