import type { TenantApp } from "../http/tenant-app.ts";
import type { AuthenticationContext } from "./authentication-context.ts";
import { addAuthorizeRoute } from "./authorize/authorize.ts";
import { addCoAuthenticateRoute } from "./embedded/co-authenticate.ts";
import { addCoVerifyRoute } from "./embedded/co-verify.ts";
import { addPreflightRoutes } from "./cors.ts";
import { addChangePasswordRoute } from "./embedded/dbconnections-change-password.ts";
import { addSignupRoute } from "./embedded/dbconnections-signup.ts";
import { addMailLinkRoutes } from "./login/mail-links.ts";
import { addDiscoveryRoutes } from "./discovery.ts";
import { addGlobalLimit } from "./global-limit.ts";
import { addPasswordlessLoginRoutes } from "./login/passwordless-login.ts";
import { addPasswordlessStartRoute } from "./passwordless/passwordless-start.ts";
import { addPasswordlessVerifyRoutes } from "./passwordless/passwordless-verify.ts";
import { addLoginRoutes } from "./login/login.ts";
import { addLogoutRoute } from "./login/logout.ts";
import { addTokenRoutes } from "./token/token.ts";
import { addAccountRoutes } from "./login/account-page.ts";
import { addConsentRoutes } from "./login/consent-page.ts";
import { addMfaRoutes } from "./login/mfa-page.ts";
import { addSignupPageRoutes } from "./login/signup-page.ts";
import { addSocialRoutes } from "./login/social-page.ts";
import { addUserinfoRoute } from "./userinfo.ts";

/** Adds the Authentication API, for applications and their users. */
export function addAuthenticationRoutes(app: TenantApp, context: AuthenticationContext): void {
  addGlobalLimit(app, context);
  addDiscoveryRoutes(app, context);
  addAuthorizeRoute(app, context);
  addLoginRoutes(app, context);
  addSignupPageRoutes(app, context);
  addSocialRoutes(app, context);
  addAccountRoutes(app, context);
  addMfaRoutes(app, context);
  addConsentRoutes(app, context);
  addTokenRoutes(app, context);
  addUserinfoRoute(app, context);
  addLogoutRoute(app, context);
  addCoAuthenticateRoute(app, context);
  addCoVerifyRoute(app, context);
  addSignupRoute(app, context);
  addChangePasswordRoute(app, context);
  addMailLinkRoutes(app, context);
  addPasswordlessStartRoute(app, context);
  addPasswordlessVerifyRoutes(app, context);
  addPasswordlessLoginRoutes(app, context);
  addPreflightRoutes(app, context, [
    "/passwordless/start",
    "/passwordless/verify",
    "/dbconnections/change_password",
    "/dbconnections/signup",
    "/co/authenticate",
    "/oauth/token",
    "/oauth/token/",
    "/userinfo",
  ]);
}
