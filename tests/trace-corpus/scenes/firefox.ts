import { demo } from "../../launch/demo.ts";
import type { FirefoxStage } from "../firefox-stage.ts";

type FirefoxScene = (stage: FirefoxStage) => Promise<void>;

async function logIn({ press, logInAtTenant, readResult }: FirefoxStage, button: string) {
  await press(button);
  await logInAtTenant();
  await readResult("Login succeeded.");
}

async function enterPassword({ tab, press }: FirefoxStage, password: string): Promise<void> {
  await tab.type("input[name=email]", demo.user.email);
  await tab.type("input[name=password]", password);
  await press("send-password");
}

/** Logins in Firefox's real toolbox. */
export const firefoxScenes: Readonly<Record<string, FirefoxScene>> = {
  "firefox-implicit": (stage) => logIn(stage, "log-in"),
  "firefox-pkce": (stage) => logIn(stage, "pkce"),
  "firefox-embedded": async (stage) => {
    await enterPassword(stage, demo.user.password);
    await stage.readResult("Login succeeded.");
  },
  "firefox-embedded-wrong-password": async (stage) => {
    await enterPassword(stage, "not-the-passphrase");
    await stage.readResult("Embedded login failed.");
  },
  "firefox-renew-logout": async (stage) => {
    await logIn(stage, "log-in");
    await stage.press("renew");
    await stage.readResult("Silent renewal succeeded.");
    await stage.press("log-out");
    await stage.readResult("No result yet.");
  },
  "firefox-renew-cross-site": async (stage) => {
    await stage.tab.goto(`${stage.tenant.demoOrigins[1]}/`);
    await logIn(stage, "log-in");
    await stage.press("renew");
    await stage.readResult("Silent renewal failed.");
  },
  "firefox-hs256": async (stage) => {
    await stage.tab.click("input[value=demo-hs256]");
    await stage.press("log-in");
    await stage.logInAtTenant();
    await stage.readResult("Login failed.");
  },
  "firefox-callback-refused": async (stage) => {
    const callbacks = [`${stage.tenant.demoOrigins[0]}/callback/`];
    await stage.control.changeClient(demo.clientId, { callbacks });
    await stage.press("log-in");
    await stage.readResult("Callback URL mismatch");
  },
  "firefox-token-refused": async (stage) => {
    await stage.control.planResponse({
      path: "/oauth/token",
      method: "POST",
      status: 403,
      body: JSON.stringify({ error: "invalid_grant", error_description: "Invalid code" }),
      headers: { "access-control-allow-origin": stage.tenant.demoOrigins[0] },
    });
    await stage.press("pkce");
    await stage.logInAtTenant();
    await stage.readResult("Login failed.");
  },
  "firefox-clock-ahead": async (stage) => {
    await stage.control.setClock(600);
    await stage.press("log-in");
    await stage.logInAtTenant();
    await stage.readResult("Login failed.");
  },
};
