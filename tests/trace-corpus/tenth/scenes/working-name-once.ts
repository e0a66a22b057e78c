import { createLocalJWKSet, jwtVerify } from "jose";
import * as z from "zod/mini";
import { createPkce, randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { addTo, originAt, withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

const clientId = "localhost.stamps.web";
const tokensSchema = z.object({ id_token: z.string() });
const userSchema = z.object({ name: z.object({ firstName: z.string() }) });

/** Serves a provider that posts code and ID token, and the user's name at the first login only. */
async function serveIds({ application }: ProviderStage): Promise<{
  readonly check: (token: string) => Promise<string>;
}> {
  const ids = originAt("ids.localhost", application);
  const issuer = await createIssuer(ids);
  const keys = createLocalJWKSet({ keys: [...issuer.jwks.keys] });
  const sub = "001815.c9d1a2f4b6e84a07.1012";
  let isKnown = false;
  application.respond("/auth/authorize", async (request) => {
    const sent = new URL(request.url).searchParams;
    if (request.method === "GET")
      return showPage(
        "Sign in",
        `<form method="post"><p>Stamps</p><button>Continue as Ada</button></form>`,
      );
    const code = issuer.issueCode(sent, { sub, email: "ada@relay.localhost" });
    const claims = { sub, nonce: sent.get("nonce"), nonce_supported: true };
    const fields = {
      state: sent.get("state") ?? "",
      code,
      id_token: await issuer.sign(claims, clientId),
      ...(!isKnown && { user: JSON.stringify({ name: { firstName: "Ada", lastName: "King" } }) }),
    };
    isKnown = true;
    const inputs = Object.entries(fields).map(
      ([name, value]) =>
        `<input type="hidden" name="${name}" value="${value.replaceAll('"', "&quot;")}">`,
    );
    return showPage(
      "Sign in",
      `<form method="post" action="${sent.get("redirect_uri") ?? ""}">${inputs.join("")}</form><script>document.forms[0].submit();</script>`,
    );
  });
  application.respond("/auth/token", async (request) => issuer.redeem(await readForm(request)));
  return {
    async check(token) {
      const { payload } = await jwtVerify(token, keys, { issuer: ids, audience: clientId });
      return String(payload["nonce"]);
    },
  };
}

const stampsScript = `
const main = document.querySelector("main");
const load = async () => {
  const { name } = await (await fetch("/api/collector")).json();
  main.innerHTML = name === null
    ? "<p>Collect stamps</p><a href='/enter'>Continue with Ids</a>"
    : "<p>Stamps of " + name + "</p><a href='/leave'>Leave</a>";
};
void load();`;

/** Serves a site of collectors on another site than the provider. It keeps the user's name. */
function serveStamps(
  { application }: ProviderStage,
  check: (token: string) => Promise<string>,
): void {
  const home = application.otherOrigin;
  const ids = originAt("ids.localhost", application);
  const attempts = new Map<string, { readonly nonce: string; readonly verifier: string }>();
  const sessions = new Set<string>();
  let name = "nobody";
  const forPosts = "Path=/enter; HttpOnly; Secure; SameSite=None";
  application.respond("/stamps", () =>
    showPage("Stamps", `<main></main><script>${stampsScript}</script>`),
  );
  application.respond("/api/collector", (request) =>
    Response.json({ name: sessions.has(readCookie(request, "stamps") ?? "") ? name : null }),
  );
  application.respond("/enter", () => {
    const { verifier, challenge } = createPkce();
    const [state, nonce] = [randomText(), randomText()];
    attempts.set(state, { nonce, verifier });
    const sent = {
      client_id: clientId,
      redirect_uri: `${home}/enter/done`,
      response_type: "code id_token",
      response_mode: "form_post",
      scope: "name email",
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: "S256",
    };
    return redirectTo(addTo(`${ids}/auth/authorize`, sent), [`stamps_state=${state}; ${forPosts}`]);
  });
  application.respond("/enter/done", async (request) => {
    const form = await readForm(request);
    const state = form.get("state") ?? "";
    const attempt = attempts.get(state);
    if (!attempt || readCookie(request, "stamps_state") !== state)
      return new Response("Invalid state", { status: 400 });
    if ((await check(form.get("id_token") ?? "")) !== attempt.nonce)
      return new Response("Invalid nonce", { status: 400 });
    const redeemed = await fetch(`${application.origin}/auth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: clientId,
        code: form.get("code") ?? "",
        code_verifier: attempt.verifier,
        redirect_uri: `${home}/enter/done`,
      }),
    });
    await check(tokensSchema.parse(await redeemed.json()).id_token);
    const user = form.get("user");
    if (user !== null) ({ firstName: name } = userSchema.parse(JSON.parse(user)).name);
    const id = randomText();
    sessions.add(id);
    return redirectTo("/stamps", [
      `stamps_state=; Max-Age=0; ${forPosts}`,
      `stamps=${id}; Path=/; HttpOnly; SameSite=Lax`,
    ]);
  });
  application.respond("/leave", () =>
    redirectTo(withQuery("/stamps", { left: "1" }), ["stamps=; Max-Age=0; Path=/; HttpOnly"]),
  );
}

/** Logins at a provider that tells a name once that work. */
export const nameOnceScenes: ProviderScenes = {
  "name-told-at-first-login-only": async (stage) => {
    const { tab, application } = stage;
    const { check } = await serveIds(stage);
    serveStamps(stage, check);
    const logIn = async () => {
      await tab.getByRole("link", { name: "Continue with Ids" }).click();
      await tab.getByRole("button", { name: "Continue as Ada" }).click();
      await tab.getByText("Stamps of Ada").waitFor();
    };
    await tab.goto(`${application.otherOrigin}/stamps`);
    await logIn();
    await tab.getByRole("link", { name: "Leave" }).click();
    await logIn();
  },
};
