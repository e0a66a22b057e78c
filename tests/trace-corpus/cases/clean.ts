import type { CorpusCase } from "../corpus-case.ts";

/** Logins without a fault. */
export const cleanCases: readonly CorpusCase[] = [
  {
    name: "login-implicit",
    done: "Logs in for tokens in the fragment.",
    logins: 1,
    others: ["authz-implicit"],
  },
  { name: "login-pkce", done: "Logs in for a code with PKCE, with a refresh token.", logins: 1 },
  {
    name: "login-pkce-query",
    done: "Logs in for a code in the query, without a library.",
    logins: 1,
  },
  {
    name: "login-form-post",
    done: "Logs in for a code and an ID token in a form post.",
    logins: 1,
    others: ["authz-pkce-missing"],
  },
  { name: "login-hybrid", done: "Logs in for a code and an ID token in the fragment.", logins: 1 },
  {
    name: "login-session",
    done: "Logs in, and once more with the session of the first login.",
    logins: 2,
  },
  {
    name: "login-typo",
    done: "Enters a wrong password at the tenant, then the right one.",
    logins: 1,
  },
  { name: "login-mfa", done: "Logs in with a second factor.", logins: 1 },
  {
    name: "login-consent",
    done: "Logs in for an API that asks for consent, and accepts.",
    logins: 1,
  },
  { name: "login-audience", done: "Logs in for an API.", logins: 1 },
  {
    name: "login-max-age",
    done: "Logs in for tokens in the fragment, with max_age.",
    logins: 1,
    others: ["authz-implicit"],
  },
  { name: "login-popup", done: "Logs in with a popup, of which DevTools show nothing." },
];
