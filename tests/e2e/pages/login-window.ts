import type { BrowserContext, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

/** Fills in the tenant's login page, wherever it is open. */
export async function logIn(page: Page, user: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Continue" }).click();
}

const findWindow = (context: BrowserContext, origin: string) =>
  context.pages().find((page) => page.url().startsWith(`${origin}/`));

/** The login window that a run opened at the tenant. */
export async function findLoginWindow(context: BrowserContext, origin: string): Promise<Page> {
  return await waitFor(() => findWindow(context, origin), {
    what: `a login window at ${origin}`,
  });
}

/** Waits for the login window of an earlier run, which may outlive its outcome by a moment and be taken for the next one. */
export async function awaitNoLoginWindow(context: BrowserContext, origin: string): Promise<void> {
  await waitFor(() => findWindow(context, origin) === undefined, {
    what: "the login window of the run before to be gone",
  });
}

/** The login window that a run opens at the tenant, and no other. */
export async function openLoginWindow(
  context: BrowserContext,
  origin: string,
  startRun: () => Promise<void>,
): Promise<Page> {
  await awaitNoLoginWindow(context, origin);
  await startRun();
  return await findLoginWindow(context, origin);
}
