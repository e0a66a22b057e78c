import { expect, test } from "vitest";
import { rules } from "../../../../../lib/trace/rules/rules.ts";

/** The causes of failed logins that developers ask about most, with the rules that name them. */
const causes: Readonly<Record<string, readonly string[]>> = {
  "the callback URL is not allowed": ["authz-redirect-mismatch"],
  "the client is unknown": ["authz-client-unknown"],
  "the origin is not allowed": ["token-cors", "renew-origin", "embedded-origin", "net-preflight"],
  "the state is missing or different": ["resp-state-missing", "resp-state-mismatch"],
  "the page has lost its transaction": ["resp-not-redeemed", "resp-no-transaction"],
  "the login page was opened from a bookmark": ["authz-transaction-lost"],
  "the login returns to another origin": ["authz-redirect-origin"],
  "a router or redirect ate the response": ["resp-param-stripped"],
  "the form post came without its cookie": ["resp-formpost-cookie"],
  "the nonce is missing or different": ["authz-nonce-missing", "idt-nonce"],
  "a clock is wrong": ["idt-time"],
  "the ID token is signed with HS256": ["idt-hs256"],
  "the ID token is not signed": ["idt-none"],
  "the issuer is another one": ["idt-iss", "disc-issuer", "resp-iss-different"],
  "the audience is another one": ["idt-aud", "at-wrong-audience", "authz-audience-unknown"],
  "the browser blocks third-party cookies": ["renew-3pc", "embedded-3pc"],
  "there is no session for a silent renewal": ["renew-no-session", "renew-login-required"],
  "the renewal needs consent": ["renew-consent"],
  "the connection has development keys": ["renew-devkeys"],
  "the code was used twice": ["token-code-reused"],
  "the verifier does not fit": ["token-verifier-mismatch", "token-verifier-missing"],
  "the client has to authenticate": ["token-client-type"],
  "refreshes race, or a token is used again": ["token-refresh-raced", "token-refresh-reused"],
  "there is no refresh token": ["token-refresh-expected"],
  "the application logs in again and again": ["loop-login"],
  "the rate is limited": ["authz-rate", "token-rate", "renew-too-often", "embedded-rate"],
  "the password is wrong, blocked or leaked": [
    "embedded-access_denied",
    "embedded-too_many_attempts",
    "embedded-password_leaked",
  ],
  "a second factor is required": ["token-mfa-required"],
  "the URL after the logout is not allowed": ["logout-return", "logout-unnamed"],
  "a script logs out instead of the page": ["logout-fetch"],
  "the provider's documents cannot be read": ["disc-failed", "net-cors"],
  "the login named no API": ["at-refused"],
  "a cookie is refused, lost or of another login": ["cookie-attributes", "resp-login-cookie"],
  "a server keeps no session": ["resp-no-session", "resp-session-lost"],
  "the page is no secure context": ["ctx-insecure"],
};

test.each(Object.entries(causes))("%s has its rules", (_cause, ids) => {
  expect(rules.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
});
