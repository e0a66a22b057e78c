/** Names of grants that embedded logins and the token endpoint share. */
export const passwordRealm = "http://auth0.com/oauth/grant-type/password-realm";
export const passwordlessOtp = "http://auth0.com/oauth/grant-type/passwordless/otp";
