import { signIn, writeLogin } from "../../scene-parts/hand-written-page.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { pageClient } from "../../scene-parts/provider-clients.ts";
import { realmRoutes } from "../../scene-parts/provider-routes.ts";
import { logInAtProvider } from "../../scene-parts/provider-login.ts";
import { runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { serveLibraryPages } from "../../scene-parts/library-pages.ts";
import { declareManager } from "../../scene-parts/user-manager.ts";

const bookRoutes = {
  authorization: "/login/oauth/page",
  token: "/login/oauth/code",
  userinfo: "/login/oauth/user",
  jwks: "/login/oauth/keys",
} as const;

const potluckRoutes = {
  authorization: "/ory/oauth2/auth",
  token: "/ory/oauth2/redeem",
  userinfo: "/ory/me",
  jwks: "/ory/keys",
} as const;

/** Goes on to the manuscript after the login. The callback stays in the browser's history. */
const manuscriptCallback = `
  const wait = () => new Promise((resolve) => setTimeout(resolve, 500));
  manager.signinRedirectCallback().then(
    () => wait().then(() => location.assign("/manuscripts/7")),
    (error) => location.replace("/?problem=" + encodeURIComponent(error.message)),
  );`;

const manuscriptStart = `
  const problem = new URLSearchParams(location.search).get("problem");
  show(problem ? "We could not sign you in: " + problem : "Write with us");`;

/** Gives the identity of the user to the page's own server. */
const potluckCallback = `
  const wait = () => new Promise((resolve) => setTimeout(resolve, 500));
  manager.signinRedirectCallback()
    .then((user) => wait().then(() => user))
    .then((user) => {
      history.replaceState(null, "", "/");
      return fetch("/api/guests", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ idToken: user.id_token, dish: "Soup" }),
      });
    })
    .then((answer) => answer.json())
    .then(({ message }) => show(message));`;

/** Opens the desk; a user who may not do that logs in. */
const newsroomStart = `
  const open = async (token) => {
    const answer = await fetch("/api/desk", { headers: { authorization: "Bearer " + token } });
    if (answer.ok) return say("Desk of " + (await answer.json()).name);
    say("Signing you in");
    setTimeout(signIn, 800);
  };
  if (isBack) {
    redeem().then(({ access_token: token }) => setTimeout(() => {
      history.replaceState(null, "", "/");
      open(token);
    }, 500));
  } else say("Newsroom");`;

/** The scenes of pages at a provider of another make, which works. */
export const providerPageScenes: ProviderScenes = {
  "author-wants-page-before": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = "/signed-in";
    provider.configure({
      routes: bookRoutes,
      clients: [pageClient(application.origin + callback, { client_id: "manuscripts" })],
    });
    const declare = declareManager(provider.origin, {
      client_id: "manuscripts",
      redirect_uri: application.origin + callback,
      scope: "openid profile",
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Manuscripts",
      scripts: {
        "/": declare + manuscriptStart,
        [callback]: declare + manuscriptCallback,
        "/manuscripts/7": `show("Chapter 1");`,
      },
    });
    await openApplication(stage);
    await tab.evaluate("void manager.signinRedirect()");
    await logInAtProvider(stage);
    await tab.getByText("Chapter 1").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.goBack({ waitUntil: "commit" });
    await tab.getByText("We could not sign you in").waitFor();
  },
  "potluck-does-not-know-guest": async (stage) => {
    const { tab, provider, application } = stage;
    const callback = "/welcome";
    provider.configure({
      routes: potluckRoutes,
      clients: [pageClient(application.origin + callback, { client_id: "potluck" })],
    });
    const declare = declareManager(provider.origin, {
      client_id: "potluck",
      redirect_uri: application.origin + callback,
      scope: "profile email",
    });
    application.respond("/api/guests", async (request) => {
      const isKnown = typeof Reflect.get(Object(await request.json()), "idToken") === "string";
      return isKnown
        ? Response.json({ message: "You bring soup" })
        : Response.json({ message: "idToken is required" }, { status: 400 });
    });
    await serveLibraryPages(stage, {
      library: "oidc-client-ts",
      title: "Potluck",
      scripts: {
        "/": `${declare}show("What do you bring?");`,
        [callback]: declare + potluckCallback,
      },
    });
    await openApplication(stage);
    await tab.evaluate("void manager.signinRedirect()");
    await logInAtProvider(stage);
    await tab.getByText("idToken is required").waitFor();
  },
  "newsroom-flickers-for-trainee": async (stage) => {
    const { tab, provider, application } = stage;
    provider.configure({
      routes: realmRoutes,
      clients: [pageClient(`${application.origin}/`, { client_id: "newsroom" })],
    });
    const script = writeLogin({
      provider: provider.origin,
      paths: realmRoutes,
      clientId: "newsroom",
      scope: "openid profile",
      callback: `location.origin + "/"`,
      start: newsroomStart,
    });
    application.respond("/", () => runScript(script));
    const enough = Promise.withResolvers<undefined>();
    let count = 0;
    application.respond("/api/desk", () => {
      count += 1;
      if (count === 3) enough.resolve(undefined);
      return Response.json(
        { error: "forbidden", message: "The role editor is required" },
        { status: 403 },
      );
    });
    await openApplication(stage);
    await signIn(stage);
    await logInAtProvider(stage);
    await enough.promise;
    await tab.getByText("Signing you in").waitFor();
    // The user has seen enough and stops the page.
    await tab.evaluate(() => {
      for (let id = 0; id < 100; id += 1) clearTimeout(id);
    });
  },
};
