import type { AuthConfig } from "@auth/core";
import type { Adapter, AdapterSession, AdapterUser } from "@auth/core/adapters";
import { realmRoutes } from "../../scene-parts/provider-routes.ts";
import { serverClient } from "../../scene-parts/provider-clients.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { serveAuthRoutes, shopServer, silentLogger } from "../../scene-parts/auth-js.ts";

const basePath = "/api/auth";
const callbackPath = `${basePath}/callback/acme`;
const paths = ["callback/acme", "csrf", "session", "signin/acme"];

/** A database of users and sessions, as the library wants it. */
function createDatabase(): Adapter {
  const users = new Map<string, AdapterUser>();
  const accounts = new Map<string, string>();
  const sessions = new Map<string, AdapterSession>();
  const findUser = (id: string | undefined) => users.get(id ?? "") ?? null;
  return {
    createUser(user) {
      users.set(user.id, user);
      return user;
    },
    getUser: findUser,
    getUserByEmail: (email) => [...users.values()].find((user) => user.email === email) ?? null,
    getUserByAccount: ({ provider, providerAccountId }) =>
      findUser(accounts.get(`${provider}:${providerAccountId}`)),
    updateUser(change) {
      const user = users.get(change.id);
      if (user === undefined) throw new Error("The database does not know this user.");
      const changed = { ...user, ...change };
      users.set(change.id, changed);
      return changed;
    },
    linkAccount({ provider, providerAccountId, userId }) {
      accounts.set(`${provider}:${providerAccountId}`, userId);
      return null;
    },
    createSession(session) {
      sessions.set(session.sessionToken, session);
      return session;
    },
    getSessionAndUser(sessionToken) {
      const session = sessions.get(sessionToken);
      const user = findUser(session?.userId);
      return session !== undefined && user !== null ? { session, user } : null;
    },
    updateSession: (change) => sessions.get(change.sessionToken) ?? null,
    deleteSession(sessionToken) {
      sessions.delete(sessionToken);
    },
  };
}

// The page's form goes to the library's own path; a script adds the token against forgery.
const signInPage = `<h1>Course</h1>
<form method="post" action="${basePath}/signin/acme"><input type="hidden" name="csrfToken">
<input type="hidden" name="callbackUrl" value="/lessons"><button disabled>Enter with Acme</button></form>
<script>
fetch("${basePath}/csrf").then((response) => response.json()).then(({ csrfToken }) => {
  document.querySelector("[name=csrfToken]").value = csrfToken;
  document.querySelector("button").disabled = false;
});
</script>`;

const lessonsPage = `<h1>Lessons</h1><p></p><script>
fetch("${basePath}/session").then((response) => response.json()).then((session) => {
  if (session === null) location.replace("/");
  else document.querySelector("p").textContent = "Lessons of " + session.user.email;
});
</script>`;

/** Serves a course with the library Auth.js, whose sessions are in a database. */
function serveCourse({ application, provider }: ProviderStage): void {
  const config: AuthConfig = {
    basePath,
    trustHost: true,
    secret: "the secret of the course's login cookies",
    adapter: createDatabase(),
    session: { strategy: "database" },
    logger: silentLogger,
    providers: [
      {
        id: "acme",
        name: "Acme",
        type: "oidc",
        issuer: provider.origin,
        ...shopServer,
        authorization: { params: { scope: "openid email" } },
      },
    ],
  };
  serveAuthRoutes(application, config, paths);
  application.respond("/", ({ headers }) =>
    headers.get("cookie")?.includes("authjs.session-token=") === true
      ? redirectTo("/lessons")
      : showPage("Course", signInPage),
  );
  application.respond("/lessons", () => showPage("Lessons", lessonsPage));
}

/** Logins of the library Auth.js that work. */
export const workingAuthJsScenes: ProviderScenes = {
  "form-starts-auth-js-login": async (stage) => {
    const { tab, provider, application } = stage;
    provider.configure({
      routes: realmRoutes,
      clients: [serverClient(`${application.origin}${callbackPath}`)],
      // The address is in the ID token, as the library expects.
      conformIdTokenClaims: false,
    });
    serveCourse(stage);
    await tab.goto(`${application.origin}/`);
    await tab.getByRole("button", { name: "Enter with Acme", disabled: false }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Lessons of ada@example.com").waitFor();
  },
};
