import type { LoginEntry } from "../../login-entry.ts";

/** Logins without a fault. */
export const cleanCases: readonly LoginEntry[] = [
  {
    name: "login-implicit",
    story: "Logs in for tokens in the fragment.",
    logins: 1,
  },
  {
    name: "login-pkce",
    story: "Logs in for a code with PKCE, with a refresh token.",
    logins: 1,
  },
  {
    name: "login-pkce-query",
    story: "Logs in for a code in the query, without a library.",
    logins: 1,
  },
  {
    name: "login-form-post",
    story: "Logs in for a code and an ID token in a form post.",
    logins: 1,
  },
  {
    name: "login-hybrid",
    story: "Logs in for a code and an ID token in the fragment.",
    logins: 1,
  },
  {
    name: "login-session",
    story: "Logs in, and once more with the session of the first login.",
    logins: 2,
  },
  {
    name: "login-typo",
    story: "Enters a wrong password at the tenant, then the right one.",
    logins: 1,
  },
  {
    name: "login-mfa",
    story: "Logs in with a second factor.",
    logins: 1,
  },
  {
    name: "login-consent",
    story: "Logs in for an API that asks for consent, and accepts.",
    logins: 1,
  },
  {
    name: "login-audience",
    story: "Logs in for an API.",
    logins: 1,
  },
  {
    name: "login-max-age",
    story: "Logs in for tokens in the fragment, with max_age.",
    logins: 1,
  },
  { name: "login-popup", story: "Logs in with a popup, of which DevTools show nothing." },
];
