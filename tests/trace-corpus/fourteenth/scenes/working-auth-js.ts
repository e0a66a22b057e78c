import { Auth, type AuthConfig } from "@auth/core";
import { showPage } from "../../scene-parts/responses.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { serverClient, serverSecret } from "../../scene-parts/provider-clients.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

const basePath = "/api/entrar";
const paths = ["callback/jornal", "csrf", "session", "signin/jornal"];
const ignore = () => undefined;

const routes = {
  authorization: "/leitores/entrada",
  token: "/leitores/fichas",
  userinfo: "/leitores/perfil",
  jwks: "/leitores/chaves",
} as const;

// The page asks for the session at each look at it, and for the headlines, which seldom change.
const newsScript = `
const show = (text) => { document.querySelector("main").textContent = text; };
const note = (text) => { document.querySelector("output").textContent = text; };
const askSession = async () => (await fetch("${basePath}/session")).json();
const loadHeadlines = async () => {
  const answer = await fetch("/noticias/manchetes");
  note(answer.ok ? (await answer.json()).manchetes.join(" · ") : "Sem ligação à redacção");
};
document.querySelector("#in").onclick = async () => {
  const { csrfToken } = await (await fetch("${basePath}/csrf")).json();
  document.querySelector("[name=csrfToken]").value = csrfToken;
  document.querySelector("form").submit();
};
const look = async () => {
  const session = await askSession();
  show(session ? "Olá, " + session.user.name : "Olá, visitante");
  await loadHeadlines();
};
document.querySelector("#look").onclick = look;
void look();`;

/** Serves a newspaper, whose server uses Auth.js. */
function serveNews({ application, provider }: ProviderStage): void {
  const config: AuthConfig = {
    basePath,
    trustHost: true,
    secret: "the secret of the cookies of the newspaper",
    logger: { error: ignore, warn: ignore, debug: ignore },
    callbacks: { redirect: ({ baseUrl }) => `${baseUrl}/noticias` },
    providers: [
      {
        id: "jornal",
        name: "Jornal",
        type: "oauth",
        issuer: provider.origin,
        clientId: "shop-server",
        clientSecret: serverSecret,
        client: { token_endpoint_auth_method: "client_secret_post" },
        authorization: {
          url: `${provider.origin}${routes.authorization}`,
          params: { scope: "openid profile", ui_locales: "pt-PT pt" },
        },
        token: `${provider.origin}${routes.token}`,
        userinfo: `${provider.origin}${routes.userinfo}`,
        checks: ["pkce", "state"],
        profile: ({ sub, name }) => ({ id: String(sub), name: String(name) }),
      },
    ],
  };
  for (const path of paths)
    application.respond(`${basePath}/${path}`, async (request) => {
      const { url, method, headers } = request;
      const body = method === "POST" ? await request.text() : null;
      return await Auth(new Request(url, { method, headers, body }), config);
    });
  application.respond("/noticias", () =>
    showPage(
      "Notícias",
      `<main></main><output></output><form method="post" action="${basePath}/signin/jornal"><input type="hidden" name="csrfToken"></form><button id="in">Entrar</button><button id="look">Actualizar</button><script>${newsScript}</script>`,
      { "content-type": "text/html; charset=utf-8", "content-language": "pt" },
    ),
  );
}

/** Logins of the library Auth.js that work. */
export const authJsScenes: ProviderScenes = {
  "newspaper-in-portuguese": async (stage) => {
    const { tab, application, provider } = stage;
    const page = originAt("noticias.localhost", application);
    provider.configure({
      routes,
      clients: [serverClient(`${page}${basePath}/callback/jornal`)],
      cookies: {},
    });
    serveNews(stage);
    const tag = '"edition-3"';
    let isDown = false;
    application.respond("/noticias/manchetes", ({ headers }) => {
      if (isDown) return new Response("Bad Gateway", { status: 502 });
      const kept = { etag: tag, "cache-control": "private, no-cache" };
      return headers.get("if-none-match") === tag
        ? new Response(null, { status: 304, headers: kept })
        : Response.json({ manchetes: ["Chuva no Porto"] }, { headers: kept });
    });
    const look = () => tab.getByRole("button", { name: "Actualizar" }).click();
    await tab.goto(`${page}/noticias`);
    await tab.getByText("Olá, visitante").waitFor();
    await tab.getByText("Chuva no Porto").waitFor();
    await tab.getByRole("button", { name: "Entrar" }).click();
    await tab.getByRole("button", { name: "Log in" }).click();
    await tab.getByText("Olá, Ada").waitFor();
    await tab.getByText("Chuva no Porto").waitFor();
    const again = tab.waitForResponse(/manchetes/);
    await look();
    await again;
    isDown = true;
    await look();
    await tab.getByText("Sem ligação").waitFor();
  },
};
