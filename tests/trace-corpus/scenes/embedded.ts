import { demo } from "../../launch/demo.ts";
import type { Stage } from "../stage.ts";
import { sendFromPage } from "../scene-parts/page-requests.ts";
import type { Scenes } from "./scene.ts";

const newUser = { email: "rosalind@example.com", password: "Double-helix-51" };
const passwordRealm = "http://auth0.com/oauth/grant-type/password-realm";

/** Logs in with the demo's own form, and waits for the words that it then shows. */
async function logInWithForm(
  { app }: Stage,
  user: typeof newUser,
  words = "Embedded login failed.",
) {
  await app.fillPassword(user);
  await app.press("Log in with password");
  await app.readResult(words);
}

/** Sends credentials that the library would not send. */
async function sendCredentials(stage: Stage, changed: object): Promise<void> {
  const body = {
    client_id: demo.clientId,
    credential_type: passwordRealm,
    username: demo.user.email,
    password: demo.user.password,
    realm: "Username-Password-Authentication",
    ...changed,
  };
  await sendFromPage(stage, {
    url: `${stage.tenant.origin}/co/authenticate`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    credentials: "include",
  });
}

async function readCode({ control }: Stage, recipient: string): Promise<string> {
  return (await control.mail(recipient)).at(-1)?.code ?? "";
}

/** Logins by a form of the application, signup and change of a password. */
export const embeddedScenes: Scenes = {
  "embedded-login": (stage) => logInWithForm(stage, demo.user, "Login succeeded."),
  "embedded-wrong-then-right": async (stage) => {
    await logInWithForm(stage, { ...demo.user, password: "not-the-passphrase" });
    await logInWithForm(stage, demo.user, "Login succeeded.");
  },
  "embedded-wrong-password": (stage) =>
    logInWithForm(stage, { ...demo.user, password: "not-the-passphrase" }),
  "embedded-blocked-user": async (stage) => {
    await stage.control.blockUser(demo.user.id);
    await logInWithForm(stage, demo.user);
  },
  "embedded-leaked-password": (stage) =>
    logInWithForm(stage, { email: "sofia@example.com", password: "leaked-password-3" }),
  "embedded-too-many-attempts": async (stage) => {
    await stage.control.limit({ failedLoginsPerAccount: 2 });
    const wrong = { ...demo.user, password: "not-the-passphrase" };
    for (let count = 0; count < 2; count += 1) await logInWithForm(stage, wrong);
    await stage.discardEarlier();
    await logInWithForm(stage, demo.user);
  },
  "embedded-web-origin": async (stage) => {
    await stage.control.changeClient(demo.clientId, { web_origins: ["https://other.example"] });
    await logInWithForm(stage, demo.user);
  },
  "embedded-not-allowed": async (stage) => {
    await stage.control.changeClient(demo.clientId, { cross_origin_authentication: false });
    await logInWithForm(stage, demo.user);
  },
  "embedded-extra-field": (stage) => sendCredentials(stage, { scope: "openid" }),
  "embedded-unknown-realm": (stage) => sendCredentials(stage, { realm: "Workforce" }),
  "embedded-credential-type": (stage) =>
    sendCredentials(stage, { credential_type: "http://auth0.com/oauth/grant-type/password" }),
  "embedded-rate-limit": async (stage) => {
    await stage.control.plant("global-limit-reached");
    await logInWithForm(stage, demo.user);
  },
  "embedded-cross-site": async (stage) => {
    await stage.tab.goto(`${stage.tenant.demoOrigins[1]}/`);
    await stage.discardEarlier();
    await logInWithForm(stage, demo.user, "Login failed.");
  },
  "passwordless-code": async (stage) => {
    const { app } = stage;
    await app.fillRecipient("lise@example.com");
    await app.press("Send a code");
    await app.readResult("Sending a code succeeded.");
    await app.fillCode(await readCode(stage, "lise@example.com"));
    await app.press("Log in with code");
    await app.readResult("Login succeeded.");
  },
  "passwordless-link": async (stage) => {
    const { app, tab, control } = stage;
    await app.fillRecipient("emmy@example.com");
    await app.press("Send a link");
    await app.readResult("Sending a link succeeded.");
    await tab.goto((await control.mail("emmy@example.com")).at(-1)?.link ?? "");
    await app.readResult("Login succeeded.");
  },
  "passwordless-wrong-code": async (stage) => {
    const { app } = stage;
    await app.fillRecipient("lise@example.com");
    await app.press("Send a code");
    await app.readResult("Sending a code succeeded.");
    const code = await readCode(stage, "lise@example.com");
    await app.fillCode(code.replace(/^./u, (digit) => (digit === "1" ? "2" : "1")));
    await app.press("Log in with code");
    await app.readResult("Passwordless login failed.");
  },
  "signup-and-login": async (stage) => {
    const { app } = stage;
    await app.fillPassword(newUser);
    await app.press("Create account");
    await app.readResult("Signup succeeded.");
    await app.press("Log in with password");
    await app.readResult("Login succeeded.");
  },
  "signup-weak-password": async ({ app }) => {
    await app.fillPassword({ ...newUser, password: "abc" });
    await app.press("Create account");
    await app.readResult("Signup failed.");
  },
  "change-password": async ({ app }) => {
    await app.fillPassword(demo.user);
    await app.press("Reset password");
    await app.readResult("Password reset succeeded.");
  },
};
