import type { TenantApp, TenantContext } from "../context.ts";
import { addAuthorizeRoute } from "./authorize.ts";
import { addPreflightRoutes } from "./cors.ts";
import { addDiscoveryRoutes } from "./discovery.ts";
import { addLoginRoutes } from "./login.ts";
import { addLogoutRoute } from "./logout.ts";
import { addTokenRoutes } from "./token.ts";
import { addUserinfoRoute } from "./userinfo.ts";

/** The authentication interface: what applications and their users call. */
export function addAuthenticationRoutes(app: TenantApp, context: TenantContext): void {
  addDiscoveryRoutes(app, context);
  addAuthorizeRoute(app, context);
  addLoginRoutes(app, context);
  addTokenRoutes(app, context);
  addUserinfoRoute(app, context);
  addLogoutRoute(app, context);
  addPreflightRoutes(app, context, ["/oauth/token", "/oauth/token/", "/userinfo"]);
}
