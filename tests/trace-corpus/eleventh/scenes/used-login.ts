import type { FetchHandler } from "../../../../tenant/server/listen.ts";
import {
  logInAtSmallProvider,
  smallProviderOrigin,
  withProvider,
} from "../../scene-parts/scene-provider.ts";
import { createSmallProvider } from "../../scene-parts/small-provider.ts";
import { html } from "../../application.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { signIn, writeLogin } from "../../scene-parts/hand-written-page.ts";

const paths = { authorization: "/op/auth", token: "/op/redeem", keys: "/op/keys" } as const;
const loginPath = "/op/login";
const formPath = "/op/login/check";
const logoutPath = "/op/session/end";

/** The answer to a login that the provider does not know any more. */
const unknownLogin = (): Response =>
  new Response(
    html(
      '<!doctype html><title>Error</title><link rel="icon" href="data:,"><h1>invalid_request</h1><p>interaction session not found</p>',
    ).body,
    { status: 400, headers: { "content-type": "text/html" } },
  );

/** Creates a provider that gives each login a page of its own, which it forgets after the login. */
async function createPlatformProvider(): Promise<FetchHandler> {
  const provider = await createSmallProvider({ paths });
  const logins = new Map<string, string>();
  const showLogin = (id: string): Response =>
    logins.has(id)
      ? html(`<!doctype html><title>Log in</title><link rel="icon" href="data:,">
<form method="post" action="${formPath}?login=${id}"><label>Name <input name="name" value="ada"></label><button>Log in</button></form>`)
      : unknownLogin();
  const endLogin = async (id: string): Promise<Response> => {
    const url = logins.get(id);
    if (url === undefined) return unknownLogin();
    logins.delete(id);
    return await provider(new Request(url, { method: "POST" }));
  };
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const login = searchParams.get("login") ?? "";
    if (pathname === loginPath) return showLogin(login);
    if (pathname === formPath) return await endLogin(login);
    if (pathname === logoutPath)
      return redirectTo(searchParams.get("post_logout_redirect_uri") ?? "", [
        "sso=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
      ]);
    const isNew = pathname === paths.authorization && !request.headers.has("cookie");
    if (!isNew) return await provider(request);
    const id = randomText();
    logins.set(id, request.url);
    return redirectTo(`${loginPath}?login=${id}`);
  };
}

/** The page of a platform: it shows who is signed in, and signs out at the provider. */
const platformStart = `
  const signOut = () => location.assign("${smallProviderOrigin}${logoutPath}?" +
    new URLSearchParams({
      id_token_hint: sessionStorage.idToken,
      post_logout_redirect_uri: location.origin + "/",
    }));
  if (isBack) {
    redeem().then((tokens) => {
      history.replaceState(null, "", "/");
      sessionStorage.idToken = tokens.id_token;
      say("Welcome to the platform");
    });
  } else {
    say("Sign in to the platform");
  }`;

/** The scene of a user who goes back to a login page that was used. */
export const usedLoginScenes: ProviderScenes = {
  "back-to-login-after-logout": async (stage) => {
    const { tab, application } = stage;
    const script = writeLogin({
      provider: smallProviderOrigin,
      paths: paths,
      clientId: "platform",
      scope: "openid profile",
      callback: `location.origin + "/"`,
      start: platformStart,
    });
    application.respond("/", () => runScript(script));
    await withProvider(await createPlatformProvider(), async () => {
      await openApplication(stage);
      await signIn(stage);
      await logInAtSmallProvider(stage);
      await tab.getByText("Welcome to the platform").waitFor();
      // The next page at once would take the bodies of the responses from the panel.
      await tab.waitForLoadState("networkidle");
      await tab.evaluate("signOut()");
      await tab.getByText("Sign in to the platform").waitFor();
      await tab.waitForLoadState("networkidle");
      // The back button, until the page with the form.
      await tab.evaluate("history.go(-2)");
      await tab.waitForURL((url) => url.origin === smallProviderOrigin);
      await tab.waitForLoadState();
      const button = tab.getByRole("button", { name: "Log in" });
      if ((await button.count()) > 0) await button.click();
      await tab.getByText("interaction session not found").waitFor();
    });
  },
};
