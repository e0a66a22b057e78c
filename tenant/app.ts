import { Hono } from "hono";
import { addAuthenticationRoutes } from "./authentication/routes.ts";
import type { TenantContext } from "./context.ts";
import { addPlannedResponses } from "./control/apply-planned-response.ts";
import { addControlRoutes } from "./control/routes.ts";
import type { Mailbox } from "./core/mailbox.ts";
import { createContext, type TenantOptions } from "./create-context.ts";
import { describeTenant, type TenantDescription } from "./description.ts";
import { requireOwnHost } from "./http/own-host.ts";
import { Refusal } from "./http/refusal.ts";
import { addRequestLog } from "./http/request-log.ts";
import { addSecurityHeaders } from "./http/security-headers.ts";
import type { TenantApp } from "./http/tenant-app.ts";
import { ManagementError } from "./management/management-error.ts";
import { addManagementRoutes, refuseManagementPaths } from "./management/routes.ts";
import { ErrorPage } from "./pages/error-page.ts";
import { addErrorPage, redirectToErrorPage, sendsErrorsToOwnPage } from "./pages/own-error-page.ts";
import { addPageLayout } from "./pages/page-layout.ts";
import { createChangeTracker, type TakeChange } from "./store/state-change.ts";
import { applyState, takeParts, takeState, type TenantState } from "./store/tenant-state.ts";

/** A tenant in memory: a function from requests to responses. */
export interface Tenant {
  fetch(request: Request): Promise<Response>;
  /** Resolves when the signing key exists. Earlier requests wait for the key if they need it. */
  ready: Promise<void>;
  describe(): TenantDescription;
  /** All routes on the tenant's own domain, in the router's notation: `"GET /users/:id"`. */
  routes: readonly string[];
  /** Emails and text messages that were sent. */
  mailbox: Pick<Mailbox, "list">;
  /** Returns the state to keep over a restart, ready for JSON. */
  save(): TenantState;
  /** Starts to track changes, so that a file can store a change instead of the whole state. */
  trackChanges(): TakeChange;
  /** Ends all open event streams. */
  stop(): void;
}

/**
 * Creates a tenant from the seed. The tenant uses no network, and no timer before a stream opens.
 */
export function createTenant(options: TenantOptions): Tenant {
  const context = createContext(options);
  const starts = (options.state?.starts ?? 0) + 1;
  if (options.state !== undefined) applyState(context, options.state);
  for (const name of options.faults ?? []) context.faults.change({ [name]: true });
  const app = createApp(context, { isCustomDomain: false });
  const customDomain = createCustomDomain(context, options.origin);
  return {
    async fetch(request) {
      const isCustom = new URL(request.url).hostname === customDomain?.hostname;
      return await (isCustom ? customDomain.app : app).fetch(request);
    },
    ready: context.keys.list().then(() => undefined),
    routes: listRoutes(app),
    describe: () => describeTenant(context, context.demoOrigins),
    mailbox: context.mailbox,
    save: () => takeState(context, starts),
    trackChanges: () =>
      createChangeTracker({
        saveParts: () => takeParts(context, starts),
        saveEventsAfter: (position) => context.events.saveAfter(position),
      }),
    stop: () => void context.streams.forEach((stream) => stream.end()),
  };
}

/**
 * Makes 127.0.0.1 the custom domain of a tenant at localhost: the same tenant with another issuer
 * and without the Management API.
 */
function createCustomDomain(
  context: TenantContext,
  origin: string,
): { hostname: string; app: TenantApp } | undefined {
  const own = new URL(origin);
  if (own.hostname !== "localhost") return undefined;
  const hostname = "127.0.0.1";
  const issuer = `${own.protocol}//${hostname}${own.port === "" ? "" : `:${own.port}`}/`;
  return { hostname, app: createApp({ ...context, issuer }, { isCustomDomain: true }) };
}

/** Creates the application. The middleware runs in the order of these calls. */
function createApp(
  context: TenantContext,
  { isCustomDomain }: { isCustomDomain: boolean },
): TenantApp {
  const app: TenantApp = new Hono();
  addSecurityHeaders(app);
  requireOwnHost(app, new URL(context.issuer).hostname);
  addRequestLog(app, context.log);
  addPlannedResponses(app, context);
  addPageLayout(app, context.name);
  addAuthenticationRoutes(app, context);
  if (isCustomDomain) refuseManagementPaths(app);
  else addManagementRoutes(app, context);
  addControlRoutes(app, context);
  addErrorPage(app);

  app.notFound((c) =>
    new ErrorPage(404, {
      title: "Page not found",
      text: "The tenant has no route for this URL. Check the path.",
      facts: { path: c.req.path },
    }).respond(c),
  );
  app.onError((error, c) => {
    if (error instanceof ErrorPage && sendsErrorsToOwnPage(c.req.path, context)) {
      return redirectToErrorPage(c, error);
    }
    if (error instanceof Refusal) return error.respond(c);
    context.log.addFact("request failed", { path: c.req.path, cause: error.name });
    return new ManagementError(500, "Internal server error").respond(c);
  });
  return app;
}

/**
 * Lists the routes. Those of method ALL are left out: they are middleware or refuse unknown paths.
 */
function listRoutes(app: TenantApp): string[] {
  const own = app.routes.filter((route) => route.method !== "ALL");
  return [...new Set(own.map((route) => `${route.method} ${route.path}`))];
}
