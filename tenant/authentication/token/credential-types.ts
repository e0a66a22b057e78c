// Grant types that `/co/authenticate` also accepts as `credential_type`.
export const passwordRealmGrant = "http://auth0.com/oauth/grant-type/password-realm";
export const passwordlessOtpGrant = "http://auth0.com/oauth/grant-type/passwordless/otp";
