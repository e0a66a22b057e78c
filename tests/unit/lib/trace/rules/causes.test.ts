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
  "an API gets the token in a wrong place": ["at-misplaced", "at-redirected", "at-handover"],
  "an API fails at the token": ["at-failed", "at-refused"],
  "the realm or tenant in an address is wrong": [
    "authz-endpoint-wrong",
    "token-endpoint-wrong",
    "disc-failed",
  ],
  "something before the provider answers": ["authz-refused", "token-blocked", "token-redirected"],
  "the provider's form is refused or leads nowhere": ["authz-form-refused", "ctx-form-action"],
  "a page answers the callback of a server": ["resp-callback-page"],
  "the user is unknown after the callback": [
    "resp-session-unsent",
    "resp-back-at-login",
    "resp-target-failed",
  ],
  "the redirects do not end": ["loop-redirect", "loop-login"],
  "the logout does not end the session": ["logout-local", "logout-stays"],
  "the provider asks another provider": ["authz-federation"],
};

test.each(Object.entries(causes))("%s has its rules", (_cause, ids) => {
  expect(rules.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
});
