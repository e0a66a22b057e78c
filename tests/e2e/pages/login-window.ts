import type { BrowserContext, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

/** Fills in the tenant's login page, in any window. */
export async function logIn(page: Page, user: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Continue" }).click();
}

const findWindow = (context: BrowserContext, origin: string) =>
  context.pages().find((page) => page.url().startsWith(`${origin}/`));

/** Returns the login window that a run opened at the tenant. */
export async function findLoginWindow(context: BrowserContext, origin: string): Promise<Page> {
  return await waitFor(() => findWindow(context, origin), {
    what: `a login window at ${origin}`,
  });
}

/**
 * Waits until the login window of an earlier run has closed. It can outlive its outcome and would
 * look like the next one.
 */
export async function awaitNoLoginWindow(context: BrowserContext, origin: string): Promise<void> {
  await waitFor(() => findWindow(context, origin) === undefined, {
    what: "the login window of the previous run to close",
  });
}

/** Waits for the login window that a run opens at the tenant. */
export async function openLoginWindow(
  context: BrowserContext,
  origin: string,
  startRun: () => Promise<void>,
): Promise<Page> {
  await awaitNoLoginWindow(context, origin);
  await startRun();
  return await findLoginWindow(context, origin);
}
