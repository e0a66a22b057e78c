import { awaitNoLoginWindow, findLoginWindow, logIn } from "../e2e/pages/login-window.ts";
import { RunPage } from "../e2e/pages/run-page.ts";
import { demo } from "./demo.ts";
import { expectFact, expectWords, isFact, type TourStage, type TourStep } from "./tour-stage.ts";

const runOf = (stage: TourStage) => new RunPage(stage.devtoolsPanel.frame);

/** Runs the prepared operation, takes the picture of its outcome, and compares the outcome. */
async function runAndExpect(stage: TourStage, pictureName: string, wanted: string): Promise<void> {
  const run = runOf(stage);
  await run.start();
  const words = await run.outcome();
  await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
  expectWords(words, wanted);
}

/** Runs the prepared operation, and logs in as a user in the login window. */
async function runWithLogin(stage: TourStage, user: { email: string; password: string }) {
  const { context } = stage.chromium;
  const { origin } = stage.tenant;
  await awaitNoLoginWindow(context, origin);
  await runOf(stage).start();
  await logIn(await findLoginWindow(context, origin), user);
  return await runOf(stage).outcome();
}

const passwordFields = { "Email or username": demo.user.email, Password: demo.user.password };

/** The operations of the library, each run in the panel. */
export const tourRunSteps: readonly TourStep[] = [
  {
    name: "code-pkce",
    title: "a login with code and PKCE of the inspected page, with its checks",
    async run(stage, pictureName) {
      const page = stage.chromium.firstPage;
      await runOf(stage).choose("Login with redirect", "page");
      await runOf(stage).enter({
        "Client ID": "",
        "Response type": "code pkce",
        Prompt: "login",
      });
      await runOf(stage).start();
      await page.waitForURL((url) => url.origin === stage.tenant.origin);
      await logIn(page, demo.user);
      const words = await runOf(stage).outcome();
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      expectWords(words, "Logged in.");
      expectWords(words, "13 checks passed");
    },
  },
  {
    name: "renewal",
    title: "a silent renewal in a frame of the inspected page",
    async run(stage, pictureName) {
      await runOf(stage).choose("Silent renewal", "page");
      // Enough for a busy machine; the default of 60 seconds would delay the report of a fault.
      await runOf(stage).enter({ "Timeout (ms)": "8000" });
      await runAndExpect(stage, pictureName, "checkSession returned.");
    },
  },
  {
    name: "logout",
    title: "a logout that ends the session",
    async run(stage, pictureName) {
      await runOf(stage).choose("Logout");
      await runAndExpect(stage, pictureName, "Logged out.");
      await runOf(stage).choose("Login with redirect");
      await runOf(stage).enter({ Prompt: "none" });
      await runOf(stage).start();
      expectWords(await runOf(stage).outcome(), "login_required");
    },
  },
  {
    name: "password",
    title: "a login with a password from the inspected page",
    async run(stage, pictureName) {
      await runOf(stage).choose("Login with a password", "page");
      await runOf(stage).enter(passwordFields);
      await runAndExpect(stage, pictureName, "Logged in.");
    },
  },
  {
    name: "popup",
    title: "a login in a popup of the inspected page",
    async run(stage, pictureName) {
      await runOf(stage).choose("Login in a popup", "page");
      await runOf(stage).enter({ "Callback URL": `${stage.tenant.demoOrigins[0]}/popup` });
      await runOf(stage).start();
      await runOf(stage).pressInPage(stage.chromium.firstPage);
      const words = await runOf(stage).outcome();
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
      expectWords(words, "Logged in.");
    },
  },
  {
    name: "passwordless",
    title: "a passwordless login with the code of an email",
    async run(stage, pictureName) {
      const { email } = demo.user;
      await runOf(stage).choose("Passwordless start");
      await runOf(stage).enter({ Connection: "email", Email: email, Send: "code" });
      await runOf(stage).start();
      expectWords(await runOf(stage).outcome(), "passwordlessStart returned.");
      const code = (await stage.control.mail(email)).at(-1)?.code ?? "no code";
      await runOf(stage).choose("Passwordless login");
      await runOf(stage).enter({ Connection: "email", Email: email, Code: code });
      await runAndExpect(stage, pictureName, "Logged in.");
    },
  },
  {
    name: "user-info",
    title: "the user info of a token of an earlier run",
    async run(stage, pictureName) {
      await runOf(stage).choose("User info");
      await runOf(stage).takeToken("Access token", "openid");
      await runAndExpect(stage, pictureName, "userInfo returned.");
      expectWords(await runOf(stage).result(), demo.user.email);
    },
  },
  {
    name: "linking",
    title: "two accounts linked with tokens of the panel",
    async run(stage, pictureName) {
      const before = await stage.control.logEnd();
      const run = runOf(stage);
      await run.choose("Login with redirect");
      await run.enter({ Prompt: "login", "Response type": "token id_token" });
      expectWords(await runWithLogin(stage, demo.secondUser), "Logged in.");
      await run.enter({
        Audience: `${stage.tenant.origin}/api/v2/`,
        Scope: "openid profile email read:current_user update:current_user_identities",
      });
      expectWords(await runWithLogin(stage, demo.user), "Logged in.");
      await run.choose("Account linking");
      await run.takeToken("Access token", "update:current_user_identities");
      await run.takeToken("ID token of the account that ends", demo.secondUser.email);
      await run.enter({ "User ID of the account that remains": demo.user.id });
      await runAndExpect(stage, pictureName, "linkUser returned.");
      await expectFact(stage, before, "accounts linked", isFact("accounts linked", {}));
    },
  },
];
