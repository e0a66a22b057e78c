import { demo } from "../../launch/demo.ts";
import { logIn } from "../../e2e/pages/login-window.ts";
import { html } from "../application.ts";
import {
  authorizeUrl,
  implicit,
  logInByUrl,
  redeem,
  withPkce,
} from "../scene-parts/tenant-requests.ts";
import { createPkce, randomText } from "../scene-parts/pkce.ts";
import { leave, openApplication } from "../scene-parts/tab.ts";
import type { Scenes } from "./scene.ts";
import { reports } from "../scene-parts/tenant-names.ts";

/** Logins at the tenant's pages that work. */
export const cleanScenes: Scenes = {
  "login-implicit": async ({ app, logInAtTenant }) => {
    await app.press("Log in");
    await logInAtTenant();
    await app.readResult("Login succeeded.");
  },
  "login-pkce": async ({ app, logInAtTenant }) => {
    await app.press("Log in with PKCE");
    await logInAtTenant();
    await app.readResult("Login succeeded.");
  },
  "login-pkce-query": async (stage) => {
    const { verifier, challenge } = createPkce();
    const response = await logInByUrl(stage, withPkce(challenge));
    await redeem(stage, response, { code_verifier: verifier });
  },
  "login-form-post": async (stage) => {
    const { application } = stage;
    application.respond("/callback", () => html("<title>Logged in</title><p>Logged in"));
    const hybrid = { response_type: "code id_token", response_mode: "form_post" };
    await logInByUrl(stage, { ...hybrid, nonce: randomText() });
  },
  "login-hybrid": async (stage) => {
    const { verifier, challenge } = createPkce();
    const response = await logInByUrl(stage, {
      ...withPkce(challenge),
      response_type: "code id_token",
      nonce: randomText(),
    });
    await redeem(stage, response, { code_verifier: verifier });
  },
  "login-session": async (stage) => {
    const { verifier, challenge } = createPkce();
    await redeem(stage, await logInByUrl(stage, withPkce(challenge)), { code_verifier: verifier });
    await openApplication(stage);
    const second = createPkce();
    await leave(stage, authorizeUrl(stage, withPkce(second.challenge)));
    const response = new URL(stage.tab.url()).searchParams;
    await redeem(stage, response, { code_verifier: second.verifier });
  },
  "login-typo": async ({ app, tab, reachTenant, logInAtTenant }) => {
    await app.press("Log in with PKCE");
    await reachTenant();
    await logIn(tab, { ...demo.user, password: "not-the-passphrase" });
    await tab.getByText("Wrong email or password").waitFor();
    await logInAtTenant();
    await app.readResult("Login succeeded.");
  },
  "login-mfa": async ({ app, tab, tenant, control, reachTenant }) => {
    await app.press("Log in with PKCE");
    await reachTenant();
    await logIn(tab, { email: "mary@example.com", password: "second-factor-3" });
    await tab.getByLabel("Code").waitFor();
    const code = (await control.mail("mary@example.com")).at(-1)?.code ?? "";
    await tab.getByLabel("Code").fill(code);
    await tab.getByRole("button", { name: "Continue" }).click();
    await tab.waitForURL((url) => url.origin !== tenant.origin);
    await app.readResult("Login succeeded.");
  },
  "login-consent": async (stage) => {
    const { verifier, challenge } = createPkce();
    const audience = "https://ledger.demo.example/";
    const { tab, tenant } = stage;
    await openApplication(stage);
    const scope = "openid read:ledger";
    await leave(stage, authorizeUrl(stage, { ...withPkce(challenge), audience, scope }));
    await logIn(tab, demo.user);
    await tab.getByRole("button", { name: "Accept" }).click();
    await tab.waitForURL((url) => url.origin !== tenant.origin);
    const response = new URL(tab.url()).searchParams;
    await redeem(stage, response, { code_verifier: verifier });
  },
  "login-audience": async (stage) => {
    const { verifier, challenge } = createPkce();
    const scope = "openid read:reports";
    const response = await logInByUrl(stage, {
      ...withPkce(challenge),
      audience: reports,
      scope,
    });
    await redeem(stage, response, { code_verifier: verifier });
  },
  "login-max-age": async (stage) => {
    await logInByUrl(stage, { ...implicit(), max_age: "3600" });
  },
  "login-popup": async ({ app, tenant }) => {
    const popup = await app.openPopup(tenant.origin);
    await logIn(popup, demo.user);
    await app.readResult("Popup login succeeded.");
  },
};
