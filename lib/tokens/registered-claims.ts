/** The meaning of a registered name, for a developer who debugs a login. */
export interface RegisteredName {
  name: string;
  title: string;
  meaning: string;
  /** Specification and section. */
  source: string;
  isTime?: true;
}

const rfc7519 = "RFC 7519, section";
const oidcCore = "OpenID Connect Core 1.0, section";
const rfc9068 = "RFC 9068, section";

/** Creates an entry that is no point in time. */
export function entry(
  name: string,
  title: string,
  meaning: string,
  source: string,
): RegisteredName {
  return { name, title, meaning, source };
}

function timeEntry(name: string, title: string, meaning: string, source: string): RegisteredName {
  return { ...entry(name, title, meaning, source), isTime: true };
}

/** Claims of a payload, from the IANA registry "JSON Web Token Claims". */
export const registeredClaims: readonly RegisteredName[] = [
  entry(
    "iss",
    "Issuer",
    "The issuer of the token. It must equal the tenant's URL, character by character.",
    `${rfc7519} 4.1.1`,
  ),
  entry(
    "sub",
    "Subject",
    "The subject of the token: the user's ID, or the client's ID if no user is involved.",
    `${rfc7519} 4.1.2`,
  ),
  entry(
    "aud",
    "Audience",
    "The audience of the token: the client ID in an ID token, the API in an access token.",
    `${rfc7519} 4.1.3`,
  ),
  timeEntry(
    "exp",
    "Expires",
    "The expiration time: the token must be rejected from this time on.",
    `${rfc7519} 4.1.4`,
  ),
  timeEntry(
    "nbf",
    "Not before",
    "The token must be rejected before this time.",
    `${rfc7519} 4.1.5`,
  ),
  timeEntry("iat", "Issued at", "The time at which the token was issued.", `${rfc7519} 4.1.6`),
  entry("jti", "Token ID", "A unique ID of the token, to detect replays.", `${rfc7519} 4.1.7`),
  timeEntry(
    "auth_time",
    "Authenticated at",
    "The time of the user's last authentication; compared with max_age.",
    `${oidcCore} 2`,
  ),
  entry(
    "nonce",
    "Nonce",
    "The value that the client sent with its login request. Equal values bind the token to that request.",
    `${oidcCore} 2`,
  ),
  entry(
    "acr",
    "Authentication class",
    "The strength of the authentication, as a class agreed with the tenant.",
    `${oidcCore} 2`,
  ),
  entry(
    "amr",
    "Authentication methods",
    "The authentication methods, such as pwd or mfa.",
    `${oidcCore} 2`,
  ),
  entry(
    "azp",
    "Authorized party",
    "The client that the token was issued to; required with several audiences.",
    `${oidcCore} 2`,
  ),
  entry(
    "at_hash",
    "Access token hash",
    "Binds the ID token to the access token of the same response.",
    `${oidcCore} 3.1.3.6`,
  ),
  entry(
    "c_hash",
    "Code hash",
    "Binds the ID token to the authorization code of the same response.",
    `${oidcCore} 3.3.2.11`,
  ),
  entry(
    "s_hash",
    "State hash",
    "Binds the ID token to the state of the login request.",
    "Financial-grade API 1.0 Advanced, section 5.1",
  ),
  entry("sub_jwk", "Subject key", "The public key of a self-issued identity.", `${oidcCore} 7.4`),
  entry("name", "Full name", "The user's full name, for display.", `${oidcCore} 5.1`),
  entry("given_name", "Given names", "The user's given or first names.", `${oidcCore} 5.1`),
  entry("family_name", "Family names", "The user's surnames.", `${oidcCore} 5.1`),
  entry("middle_name", "Middle names", "The user's middle names.", `${oidcCore} 5.1`),
  entry("nickname", "Nickname", "A casual name of the user.", `${oidcCore} 5.1`),
  entry(
    "preferred_username",
    "User name",
    "The user's preferred short name. It can change, and it is not unique.",
    `${oidcCore} 5.1`,
  ),
  entry("profile", "Profile page", "The URL of a page about the user.", `${oidcCore} 5.1`),
  entry(
    "picture",
    "Picture",
    "The URL of a picture of the user. Only the URL is shown here; the picture is not loaded.",
    `${oidcCore} 5.1`,
  ),
  entry("website", "Website", "The URL of the user's website.", `${oidcCore} 5.1`),
  entry(
    "email",
    "Email address",
    "The user's email address. It does not identify the user: use sub for that.",
    `${oidcCore} 5.1`,
  ),
  entry(
    "email_verified",
    "Email verified",
    "True if the user has proved control of the email address.",
    `${oidcCore} 5.1`,
  ),
  entry("gender", "Gender", "The user's gender.", `${oidcCore} 5.1`),
  entry(
    "birthdate",
    "Birthday",
    "The user's birthday as YYYY-MM-DD, or only the year.",
    `${oidcCore} 5.1`,
  ),
  entry("zoneinfo", "Time zone", "The user's time zone, such as Europe/Paris.", `${oidcCore} 5.1`),
  entry("locale", "Locale", "The user's language and region, such as en-GB.", `${oidcCore} 5.1`),
  entry("phone_number", "Phone number", "The user's phone number.", `${oidcCore} 5.1`),
  entry(
    "phone_number_verified",
    "Phone verified",
    "True if the user has proved control of the phone number.",
    `${oidcCore} 5.1`,
  ),
  entry("address", "Postal address", "The user's postal address, in parts.", `${oidcCore} 5.1.1`),
  timeEntry(
    "updated_at",
    "Profile updated",
    "The time of the last change of the user's profile.",
    `${oidcCore} 5.1`,
  ),
  entry("scope", "Scope", "The granted scopes, separated by spaces.", "RFC 8693, section 4.2"),
  entry(
    "client_id",
    "Client ID",
    "The client that the access token was issued to.",
    "RFC 8693, section 4.3",
  ),
  entry(
    "act",
    "Actor",
    "The party that acts for the subject after a token exchange.",
    "RFC 8693, section 4.1",
  ),
  entry(
    "may_act",
    "May act",
    "The party that may act for the subject in a token exchange.",
    "RFC 8693, section 4.4",
  ),
  entry(
    "cnf",
    "Confirmation",
    "The key whose possession a client must prove to use this token.",
    "RFC 7800, section 3.1",
  ),
  entry("roles", "Roles", "The user's roles at the API.", `${rfc9068} 2.2.3.1`),
  entry("groups", "Groups", "The groups of the user.", `${rfc9068} 2.2.3.1`),
  entry(
    "entitlements",
    "Entitlements",
    "The user's entitlements at the API.",
    `${rfc9068} 2.2.3.1`,
  ),
  entry(
    "authorization_details",
    "Authorization details",
    "The granted permissions, in structured form.",
    "RFC 9396, section 9.1",
  ),
  entry(
    "sid",
    "Session ID",
    "The session at the tenant. A logout notification names it.",
    "OpenID Connect Front-Channel Logout 1.0, section 3",
  ),
  entry(
    "events",
    "Events",
    "The reported events of a security event token or logout token.",
    "RFC 8417, section 2.2",
  ),
  entry(
    "org_id",
    "Organization ID",
    "The ID of the organization that the user logged in to. Compare it with the requested organization.",
    "the tenant's own claim, documented for organizations",
  ),
  entry(
    "org_name",
    "Organization name",
    "The name of the organization that the user logged in to, in lower case.",
    "the tenant's own claim, documented for organizations",
  ),
  entry("gty", "Grant type", "The grant type of the token request.", "the tenant's own claim"),
  entry(
    "permissions",
    "Permissions",
    "The permissions of the user's roles at the API.",
    "the tenant's own claim",
  ),
];
