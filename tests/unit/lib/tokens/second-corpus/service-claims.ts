import { nowInSeconds, tenantIssuer } from "./issuers.ts";

export const clientId = "kbyuFDidLLm280LIwVFiazOqjO3ty8KH";
export const nonce = "pq7~3nWb0HkTzG.Yx_DmQv5sLf2RcU-a";

/** Creates the claims of an ID token of the selected tenant, 40 seconds after the login. */
export function idTokenClaims() {
  return {
    given_name: "Ines",
    family_name: "Okafor",
    nickname: "ines.okafor",
    name: "Ines Okafor",
    picture: "https://img.example/ines.png",
    updated_at: "2026-11-22T11:59:18.402Z",
    email: "ines@books.example",
    email_verified: true,
    iss: tenantIssuer,
    aud: clientId,
    sub: "google-oauth2|103547991597142817347",
    iat: nowInSeconds - 40,
    exp: nowInSeconds - 40 + 36_000,
    sid: "V7HkX2mQd0eYzB9sLr4WpJ3uNcTgA1fo",
    nonce,
  };
}

/** Creates the claims of an access token of the selected tenant in the profile of RFC 9068. */
export function accessTokenClaims() {
  return {
    iss: tenantIssuer,
    sub: "auth0|64f1c2a9be5d0c0017f6a3e2",
    aud: ["https://orders.example/api", `${tenantIssuer}userinfo`],
    iat: nowInSeconds - 1800,
    exp: nowInSeconds - 1800 + 86_400,
    scope: "openid profile email read:orders",
    jti: "tKWaoTqIqIzMb4dC9nGAXZ",
    client_id: clientId,
    permissions: ["read:orders"],
  };
}

/** Creates the claims of a back-channel logout token of the selected tenant. */
export function logoutTokenClaims() {
  return {
    iss: tenantIssuer,
    sub: "auth0|64f1c2a9be5d0c0017f6a3e2",
    aud: clientId,
    iat: nowInSeconds - 3,
    exp: nowInSeconds + 117,
    jti: "9f0c6a5e-7c53-4d0e-9e0b-1a4a2f6d1c77",
    sid: "V7HkX2mQd0eYzB9sLr4WpJ3uNcTgA1fo",
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  };
}
