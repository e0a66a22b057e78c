import type { MeaningCase, StopFacts } from "../stops.ts";

const token: StopFacts = { step: "token", by: "provider" };
const refused = "The provider refused the token request";
const credentials = "The provider refused the credentials of this grant";
const other = { says: ["unknown_error"] };

/** A row that another code of the same request does not reach. */
const coded = (title: string, ...says: readonly string[]): MeaningCase => ({
  title,
  stop: { ...token, says },
  miss: other,
  instead: refused,
});

export const tokenCases: readonly MeaningCase[] = [
  {
    title: "The provider refused the token request, and the page cannot read why",
    stop: { ...token, says: ["403"], isHidden: true },
    miss: { isHidden: false },
    instead: refused,
  },
  coded("The user has not finished the device's login", "400", "authorization_pending"),
  coded("The device code has expired", "400", "expired_token"),
  coded("The provider refused the DPoP proof", "400", "invalid_dpop_proof"),
  coded("The provider limits the rate of token requests", "429"),
  coded("The provider requires a second factor", "403", "mfa_required"),
  coded("The provider asks for a captcha", "401", "requires_verification"),
  {
    title: "The provider refused the refresh token",
    stop: { ...token, says: ["403", "invalid_grant"], grant: "refresh_token" },
    miss: { grant: "urn:ietf:params:oauth:grant-type:device_code" },
    instead: credentials,
  },
  {
    title: "The provider refused the code",
    stop: { ...token, says: ["403", "invalid_grant"], grant: "authorization_code" },
    miss: { grant: "refresh_token" },
    instead: "The provider refused the refresh token",
  },
  {
    title: "The provider refused the credentials",
    stop: {
      ...token,
      says: ["403", "invalid_grant"],
      grant: "http://auth0.com/oauth/grant-type/password-realm",
    },
    miss: { grant: "password" },
    instead: credentials,
  },
  {
    title: "The provider did not exchange the token",
    stop: {
      ...token,
      says: ["400", "invalid_request"],
      grant: "urn:ietf:params:oauth:grant-type:token-exchange",
    },
    miss: { grant: "authorization_code" },
    instead: "The provider cannot read the token request",
  },
  {
    title: credentials,
    stop: { ...token, says: ["403", "invalid_grant"] },
    miss: { grant: "authorization_code" },
    instead: "The provider refused the code",
  },
  coded("The provider did not authenticate the client", "401", "invalid_client"),
  coded("The client may not use this grant", "403", "unauthorized_client"),
  coded("The provider refused the scope of the token request", "400", "invalid_scope"),
  coded("The provider refused the API of the token request", "400", "invalid_target"),
  coded("The provider needs the user before it issues tokens", "400", "interaction_required"),
  coded("The provider denied the tokens", "403", "access_denied"),
  {
    title: "The provider cannot read the renewal",
    stop: { ...token, says: ["400", "invalid_request"], grant: "refresh_token" },
    miss: { grant: "authorization_code" },
    instead: "The provider cannot read the token request",
  },
  coded("The provider cannot read the token request", "400", "invalid_request"),
  coded("There is no token endpoint at this address", "404"),
  coded("The provider failed at the token request", "503"),
  {
    title: refused,
    stop: { ...token, ...other },
    miss: { by: "server" },
    instead: "A server refused the token request",
  },
  {
    title: "A server refused the token request",
    stop: { step: "token", by: "server", says: ["500"] },
    miss: { by: "nobody", says: [] },
    instead: "Nothing followed the token request",
  },
  {
    title: "Nothing followed the token request",
    stop: { step: "token", by: "nobody" },
    miss: { by: "provider" },
    instead: refused,
  },
];
