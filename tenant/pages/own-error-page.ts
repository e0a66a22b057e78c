import type { Faults } from "../core/faults.ts";
import type { TenantApp, TenantRequest } from "../http/tenant-app.ts";
import { renderNoticePage, type ErrorPage } from "./error-page.ts";

const path = "/own-error-page";

/** Returns true if the tenant has an error page of its own: only errors of `/authorize` go there. */
export function sendsErrorsToOwnPage(
  requested: string,
  { faults }: { faults: Pick<Faults, "isPlanted"> },
): boolean {
  return requested === "/authorize" && faults.isPlanted("errors-redirected");
}

/** Redirects to the error page that the tenant chose, with the error in the query. */
export function redirectToErrorPage(c: TenantRequest, { message }: ErrorPage): Response {
  const query = new URLSearchParams({ error: "invalid_request", error_description: message });
  return c.redirect(`${path}?${query.toString()}`, 302);
}

/** Adds the page that simulates an error page on another server. */
export function addErrorPage(app: TenantApp): void {
  app.get(path, (c) =>
    renderNoticePage(c, {
      title: "We could not log you in",
      text: new URL(c.req.url).searchParams.get("error_description") ?? "",
    }),
  );
}
