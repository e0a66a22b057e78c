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

function entry(name: string, title: string, meaning: string, source: string): RegisteredName {
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
    "Who issued the token. It must be the tenant's own address, character by character.",
    `${rfc7519} 4.1.1`,
  ),
  entry(
    "sub",
    "Subject",
    "Whom the token is about: the user's id, or the client's own id where no user is involved.",
    `${rfc7519} 4.1.2`,
  ),
  entry(
    "aud",
    "Audience",
    "For whom the token is meant: the client id in an ID token, the API in an access token.",
    `${rfc7519} 4.1.3`,
  ),
  timeEntry("exp", "Expires", "From this moment on the token must be refused.", `${rfc7519} 4.1.4`),
  timeEntry(
    "nbf",
    "Not before",
    "Before this moment the token must be refused.",
    `${rfc7519} 4.1.5`,
  ),
  timeEntry("iat", "Issued at", "When the token was made.", `${rfc7519} 4.1.6`),
  entry(
    "jti",
    "Token id",
    "An id for this one token, by which a second use can be noticed.",
    `${rfc7519} 4.1.7`,
  ),
  timeEntry(
    "auth_time",
    "Authenticated at",
    "When the user last proved who they are; compared with max_age.",
    `${oidcCore} 2`,
  ),
  entry(
    "nonce",
    "Nonce",
    "The value the client sent with its login request. Equal values tie the token to that request.",
    `${oidcCore} 2`,
  ),
  entry(
    "acr",
    "Authentication class",
    "How strong the authentication was, as a class agreed with the tenant.",
    `${oidcCore} 2`,
  ),
  entry(
    "amr",
    "Authentication methods",
    "What the user proved themselves with, such as pwd or mfa.",
    `${oidcCore} 2`,
  ),
  entry(
    "azp",
    "Authorized party",
    "The client the token was issued to; it matters when there are several audiences.",
    `${oidcCore} 2`,
  ),
  entry(
    "at_hash",
    "Access token hash",
    "Ties the ID token to the access token that came with it.",
    `${oidcCore} 3.1.3.6`,
  ),
  entry(
    "c_hash",
    "Code hash",
    "Ties the ID token to the authorization code that came with it.",
    `${oidcCore} 3.3.2.11`,
  ),
  entry(
    "s_hash",
    "State hash",
    "Ties the ID token to the state of the login request.",
    "Financial-grade API 1.0 Advanced, section 5.1",
  ),
  entry("sub_jwk", "Subject key", "The public key of a self-issued identity.", `${oidcCore} 7.4`),
  entry("name", "Full name", "The user's name as it is shown.", `${oidcCore} 5.1`),
  entry("given_name", "Given names", "The user's given or first names.", `${oidcCore} 5.1`),
  entry("family_name", "Family names", "The user's surnames.", `${oidcCore} 5.1`),
  entry("middle_name", "Middle names", "The user's middle names.", `${oidcCore} 5.1`),
  entry("nickname", "Nickname", "A casual name of the user.", `${oidcCore} 5.1`),
  entry(
    "preferred_username",
    "User name",
    "The short name the user likes to go by. It may change and may repeat among users.",
    `${oidcCore} 5.1`,
  ),
  entry("profile", "Profile page", "The address of a page about the user.", `${oidcCore} 5.1`),
  entry(
    "picture",
    "Picture",
    "The address of a picture of the user. It is shown here, not loaded.",
    `${oidcCore} 5.1`,
  ),
  entry("website", "Website", "The address of the user's own site.", `${oidcCore} 5.1`),
  entry(
    "email",
    "E-mail address",
    "The user's e-mail address. It is no identifier: use sub for that.",
    `${oidcCore} 5.1`,
  ),
  entry(
    "email_verified",
    "E-mail verified",
    "Whether the user has shown that the address is theirs.",
    `${oidcCore} 5.1`,
  ),
  entry("gender", "Gender", "The user's gender.", `${oidcCore} 5.1`),
  entry(
    "birthdate",
    "Birthday",
    "The user's birthday as YYYY-MM-DD, or the year alone.",
    `${oidcCore} 5.1`,
  ),
  entry("zoneinfo", "Time zone", "The user's time zone, such as Europe/Paris.", `${oidcCore} 5.1`),
  entry("locale", "Locale", "The user's language and region, such as en-GB.", `${oidcCore} 5.1`),
  entry("phone_number", "Phone number", "The user's phone number.", `${oidcCore} 5.1`),
  entry(
    "phone_number_verified",
    "Phone verified",
    "Whether the user has shown that the number is theirs.",
    `${oidcCore} 5.1`,
  ),
  entry("address", "Postal address", "The user's postal address, in parts.", `${oidcCore} 5.1.1`),
  timeEntry(
    "updated_at",
    "Profile updated",
    "When the user's profile last changed.",
    `${oidcCore} 5.1`,
  ),
  entry(
    "scope",
    "Scope",
    "What the token allows, as words with spaces between.",
    "RFC 8693, section 4.2",
  ),
  entry(
    "client_id",
    "Client id",
    "The client that the access token was issued to.",
    "RFC 8693, section 4.3",
  ),
  entry(
    "act",
    "Actor",
    "Who acts on behalf of the subject after a token exchange.",
    "RFC 8693, section 4.1",
  ),
  entry(
    "may_act",
    "May act",
    "Who may act on behalf of the subject in a token exchange.",
    "RFC 8693, section 4.4",
  ),
  entry(
    "cnf",
    "Confirmation",
    "The key whose holder alone may use this token.",
    "RFC 7800, section 3.1",
  ),
  entry("roles", "Roles", "The user's roles at the API.", `${rfc9068} 2.2.3.1`),
  entry("groups", "Groups", "The groups the user belongs to.", `${rfc9068} 2.2.3.1`),
  entry(
    "entitlements",
    "Entitlements",
    "What the user is entitled to at the API.",
    `${rfc9068} 2.2.3.1`,
  ),
  entry(
    "authorization_details",
    "Authorization details",
    "What the token allows, in structured form.",
    "RFC 9396, section 9.1",
  ),
  entry(
    "sid",
    "Session id",
    "The session at the tenant; a logout notice names it.",
    "OpenID Connect Front-Channel Logout 1.0, section 3",
  ),
  entry(
    "events",
    "Events",
    "What a security event or logout token reports.",
    "RFC 8417, section 2.2",
  ),
  entry(
    "org_id",
    "Organization id",
    "The organization the user logged in to, by its id. Compare it with the one you asked for.",
    "the tenant's own claim, documented for organizations",
  ),
  entry(
    "org_name",
    "Organization name",
    "The organization the user logged in to, by its name in lower case.",
    "the tenant's own claim, documented for organizations",
  ),
  entry("gty", "Grant type", "The grant by which the token was got.", "the tenant's own claim"),
  entry(
    "permissions",
    "Permissions",
    "What the user's roles allow at the API.",
    "the tenant's own claim",
  ),
];

const rfc7515 = "RFC 7515, section";

/** Header parameters of the IANA registry "JSON Web Signature and Encryption Header Parameters". */
export const registeredHeaderParameters: readonly RegisteredName[] = [
  entry(
    "alg",
    "Algorithm",
    "How the token is signed. ID tokens for browser applications need RS256.",
    `${rfc7515} 4.1.1`,
  ),
  entry(
    "jku",
    "Key set address",
    "An address where the token says its keys are. Never fetched: whoever made the token chose it.",
    `${rfc7515} 4.1.2`,
  ),
  entry(
    "jwk",
    "Key",
    "A key the token brings along. Never used: whoever made the token chose it.",
    `${rfc7515} 4.1.3`,
  ),
  entry("kid", "Key id", "Which of the tenant's keys signed the token.", `${rfc7515} 4.1.4`),
  entry(
    "x5u",
    "Certificate address",
    "An address where the token says its certificate is. Never fetched: whoever made the token chose it.",
    `${rfc7515} 4.1.5`,
  ),
  entry(
    "x5c",
    "Certificate chain",
    "Certificates the token brings along. Never used: whoever made the token chose them.",
    `${rfc7515} 4.1.6`,
  ),
  entry(
    "x5t",
    "Certificate thumbprint",
    "The SHA-1 thumbprint of the signing certificate.",
    `${rfc7515} 4.1.7`,
  ),
  entry(
    "x5t#S256",
    "Certificate thumbprint",
    "The SHA-256 thumbprint of the signing certificate.",
    `${rfc7515} 4.1.8`,
  ),
  entry(
    "typ",
    "Type",
    "What kind of token this is: JWT, or at+jwt for an access token.",
    `${rfc7515} 4.1.9`,
  ),
  entry(
    "cty",
    "Content type",
    "What the payload is, where it is itself a token.",
    `${rfc7515} 4.1.10`,
  ),
  entry(
    "crit",
    "Critical parameters",
    "Extensions that a reader must understand, or refuse the token.",
    `${rfc7515} 4.1.11`,
  ),
];
