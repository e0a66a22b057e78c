import type { ProviderStage } from "../provider-stage.ts";
import { leave } from "./tab.ts";

/** Opens a page of the application, and leaves it for a URL. */
export async function leaveFrom(stage: ProviderStage, page: string, url: string): Promise<void> {
  await stage.tab.goto(page);
  await leave(stage, url);
}

/** Presses the button of the provider's login page, and waits for the application. */
export async function logInAtProvider({ tab, provider }: ProviderStage): Promise<URL> {
  await tab.getByRole("button", { name: "Log in" }).click();
  await tab.waitForURL((url) => url.origin !== provider.origin);
  await tab.waitForLoadState();
  return new URL(tab.url());
}

/** Confirms the logout on the provider's page. */
export async function confirmLogout({ tab }: ProviderStage, home: string): Promise<void> {
  await tab.locator("form").evaluate((element) => {
    if (!(element instanceof HTMLFormElement)) throw new Error("The page has no form.");
    const confirmed = document.createElement("input");
    Object.assign(confirmed, { type: "hidden", name: "logout", value: "yes" });
    element.append(confirmed);
    element.submit();
  });
  await tab.waitForURL(home);
  await tab.waitForLoadState();
}
