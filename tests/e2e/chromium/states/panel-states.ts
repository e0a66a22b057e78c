import { demo } from "../../../launch/demo.ts";
import { findLoginWindow, logIn, openLoginWindow } from "../../pages/login-window.ts";
import { PanelPage } from "../../pages/panel-page.ts";
import { expectWords, longValue, type SurfaceState, type SurfaceStage } from "../surface-stage.ts";

async function runLogin(stage: SurfaceStage, clientId: string): Promise<void> {
  const window = await openLoginWindow(stage.chromium.context, stage.tenant.origin, () =>
    new PanelPage(stage.panel).startLogin({ clientId, prompt: "login" }),
  );
  await logIn(window, demo.user);
}

async function pasteToken(stage: SurfaceStage, text: string): Promise<void> {
  const panel = new PanelPage(stage.panel);
  await panel.openTab("Tokens");
  await stage.panel.getByRole("textbox").fill(text);
  await panel.tokenReport();
}

/** The states of runs and their tokens. */
export const panelStates: readonly SurfaceState[] = [
  {
    surface: "panel",
    name: "trace, no login yet",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Trace");
      await expectWords(stage, "panel", "Log in to the inspected page");
    },
  },
  {
    surface: "panel",
    name: "events, none yet",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Events");
      await expectWords(stage, "panel", "Earlier events are not in the log");
    },
  },
  {
    surface: "panel",
    name: "tokens before the first one",
    async reach(stage) {
      await new PanelPage(stage.panel).openTab("Tokens");
      await expectWords(stage, "panel", "Paste a token, or run a login");
    },
  },
  {
    surface: "panel",
    name: "a token that cannot be read",
    reach: (stage) => pasteToken(stage, `no token at all ${longValue}`),
  },
  {
    surface: "panel",
    name: "several tokens in a text",
    reach: (stage) =>
      pasteToken(
        stage,
        JSON.stringify({
          id_token: ["eyJhbGciOiJub25lIn0", "eyJzdWIiOiJhZGEifQ", ""].join("."),
          access_token: "opaque-access-token-1",
          [`x_${longValue}refresh_token`]: "opaque-refresh-token-1",
        }),
      ),
  },
  {
    surface: "panel",
    name: "the login window is open",
    async reach(stage) {
      await new PanelPage(stage.panel).startLogin({ prompt: "login" });
      await expectWords(stage, "panel", "The login window is open.");
    },
  },
  {
    surface: "panel",
    name: "logged in",
    async reach(stage) {
      const window = await findLoginWindow(stage.chromium.context, stage.tenant.origin);
      await logIn(window, demo.user);
      await expectWords(stage, "panel", "Logged in.");
    },
  },
  {
    surface: "panel",
    name: "a valid ID token",
    async reach({ panel }) {
      await new PanelPage(panel).inspect("ID token");
    },
  },
  {
    surface: "panel",
    name: "a rejected run",
    async reach(stage) {
      await runLogin(stage, demo.hs256ClientId);
      await stage.panel.getByText("Login failed: invalid_token").waitFor();
      await stage.panel.getByRole("button", { name: "Show or hide all values" }).click();
      await stage.panel.getByRole("button", { name: "Show id_token" }).first().click();
    },
  },
  {
    surface: "panel",
    name: "a rejected ID token",
    async reach({ panel }) {
      await new PanelPage(panel).inspect("ID token");
    },
  },
  {
    surface: "panel",
    name: "an access token",
    async reach({ panel }) {
      const page = new PanelPage(panel);
      await page.openTab("Run");
      await page.inspect("access token");
    },
  },
  {
    surface: "panel",
    name: "two tokens compared",
    async reach(stage) {
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
      const write = (payload: object) => `${encode({ alg: "RS256" })}.${encode(payload)}.c2lnbg`;
      // The masked token of the run is read-only.
      await stage.panel.getByRole("button", { name: "Forget token" }).click();
      const claims = { iss: stage.tenant.origin, sub: "auth0|ada", iat: 1.7e9, exp: 1.7e9 + 60 };
      await pasteToken(
        stage,
        JSON.stringify({
          id_token: write({ ...claims, aud: "app", address: { country: "FR" } }),
          access_token: write({ ...claims, exp: 4e9, aud: ["api", "app"], [longValue]: longValue }),
        }),
      );
      await stage.panel.getByRole("button", { name: "Compare the two tokens" }).click();
      await expectWords(stage, "panel", "The second token is for another audience");
    },
  },
];
