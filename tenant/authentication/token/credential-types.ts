/** Grants of the token endpoint that are also credential types of `/co/authenticate`. */
export const passwordRealm = "http://auth0.com/oauth/grant-type/password-realm";
export const passwordlessOtp = "http://auth0.com/oauth/grant-type/passwordless/otp";
