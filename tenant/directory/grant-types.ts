/** The grants of the token endpoint. */
export const grantTypes = [
  "authorization_code",
  "client_credentials",
  "refresh_token",
  "http://auth0.com/oauth/grant-type/password-realm",
  "http://auth0.com/oauth/grant-type/passwordless/otp",
  "http://auth0.com/oauth/grant-type/mfa-otp",
  "urn:ietf:params:oauth:grant-type:token-exchange",
] as const;

export type GrantType = (typeof grantTypes)[number];
