import type { BrowserContext, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

/** Fills in the tenant's login page, wherever it is open. */
export async function logIn(page: Page, user: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The login window that a run opened at the tenant. */
export async function findLoginWindow(context: BrowserContext, origin: string): Promise<Page> {
  return await waitFor(() => context.pages().find((page) => page.url().startsWith(`${origin}/`)), {
    what: `a login window at ${origin}`,
  });
}
