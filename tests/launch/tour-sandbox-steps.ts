import { RunPage } from "../e2e/pages/run-page.ts";
import { expectWords, type TourStep } from "./tour-stage.ts";
import { waitFor } from "./wait-for.ts";

/** The sandbox. This step ends the tenant: no server runs from here on. */
export const tourSandboxSteps: readonly TourStep[] = [
  {
    name: "sandbox",
    title: "a login and an event of the sandbox, with no server running",
    async run(stage, pictureName) {
      const { tenant, chromium, options, panel } = stage;
      await tenant.stop();
      await options.page.bringToFront();
      await options.page.getByRole("button", { name: "Try the sandbox" }).click();
      await options.page.getByText("sandbox.invalid").first().waitFor();
      await stage.onSandboxOpened?.();
      await chromium.firstPage.bringToFront();
      await panel.expectTenant("Sandbox");

      // The form keeps the operation and the values of earlier steps.
      const run = new RunPage(stage.devtoolsPanel.frame);
      await run.choose("Login with redirect");
      await run.enter({ Audience: "", Scope: "openid profile email" });
      await panel.startLogin({ clientId: "demo-spa", prompt: "login", responseType: "code pkce" });
      const window = await waitFor(
        () => chromium.context.pages().find((page) => page.url().includes("loginId=")),
        { what: "the window of the sandbox" },
      );
      await window.getByRole("button", { name: "Log in as ada@example.com" }).click();
      expectWords(await panel.runOutcome(), "Logged in.");

      // On a busy machine, the stream can have lost its first connections.
      await panel.expectStream("listening");
      // The badge counts the events of every tenant, or says "!": no events, but no tenant either.
      const unread = Number((await options.badgeText()).replace("!", ""));
      const controls = await chromium.extensionPage("sandbox-browser.html");
      await controls.getByRole("button", { name: "Emit five events" }).click();
      await controls.getByText("Done.").waitFor();
      await waitFor(async () => (await options.badgeText()) === String(unread + 5), {
        what: `the badge to say ${unread + 5}`,
      });
      await controls.close();
      await chromium.firstPage.bringToFront();
      await panel.openTab("Events");
      await waitFor(async () => (await panel.eventRows()).length >= 5, {
        what: "five events in the list",
      });
      await stage.devtoolsPanel.screenshot(stage.picture(pictureName));
    },
  },
];
