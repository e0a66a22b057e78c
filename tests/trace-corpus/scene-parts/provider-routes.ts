/** The paths under a realm. */
export const realmRoutes = {
  authorization: "/realms/acme/protocol/openid-connect/auth",
  token: "/realms/acme/protocol/openid-connect/token",
  userinfo: "/realms/acme/protocol/openid-connect/userinfo",
  jwks: "/realms/acme/protocol/openid-connect/certs",
  end_session: "/realms/acme/protocol/openid-connect/logout",
} as const;

/** The provider's own default paths. */
export const plainRoutes = {
  authorization: "/auth",
  token: "/token",
  userinfo: "/me",
  jwks: "/jwks",
  end_session: "/session/end",
  pushed_authorization_request: "/request",
} as const;

/** Paths that no known service has. */
export const ownRoutes = {
  authorization: "/connect/start",
  token: "/connect/redeem",
  userinfo: "/connect/whoami",
  jwks: "/connect/keys",
  end_session: "/connect/bye",
} as const;
