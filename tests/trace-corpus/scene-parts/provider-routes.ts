/** The paths of a provider under a realm. */
export const routesOfRealm = (name: string) => {
  const realm = `/realms/${name}/protocol/openid-connect`;
  return {
    authorization: `${realm}/auth`,
    token: `${realm}/token`,
    userinfo: `${realm}/userinfo`,
    jwks: `${realm}/certs`,
    end_session: `${realm}/logout`,
  } as const;
};

/** The paths under the realm that most scenes have. */
export const realmRoutes = routesOfRealm("acme");

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
