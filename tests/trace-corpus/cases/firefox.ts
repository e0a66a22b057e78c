import type { CorpusCase } from "../corpus-case.ts";

/** Logins as Firefox reports them. */
export const firefoxCases: readonly CorpusCase[] = [
  {
    name: "firefox-implicit",
    done: "Logs in for tokens in the fragment, in Firefox.",
    logins: 1,
    others: ["authz-implicit"],
  },
  { name: "firefox-pkce", done: "Logs in for a code with PKCE, in Firefox.", logins: 1 },
  {
    name: "firefox-embedded",
    done: "Logs in with the application's own form, in Firefox.",
    logins: 1,
    others: ["authz-implicit"],
  },
  {
    name: "firefox-embedded-wrong-password",
    done: "Enters a wrong password in the application's form, in Firefox.",
    logins: 1,
    cause: "embedded-access_denied",
  },
  {
    name: "firefox-renew-logout",
    done: "Logs in for tokens, renews them and logs out, in Firefox.",
    logins: 1,
    renewals: 1,
    logouts: 1,
    others: ["authz-implicit"],
  },
  {
    name: "firefox-renew-cross-site",
    done: "Logs in from another site than the tenant's and renews the tokens, in Firefox.",
    logins: 1,
    renewals: 1,
    cause: "renew-3pc",
    others: ["authz-implicit"],
  },
  {
    name: "firefox-hs256",
    done: "Logs in for tokens; the ID token is signed with HS256, in Firefox.",
    logins: 1,
    cause: "idt-hs256",
    others: ["authz-implicit"],
  },
  {
    name: "firefox-callback-refused",
    done: "Logs in for tokens with a redirect URI that differs from the allowed one in a slash, in Firefox.",
    logins: 1,
    cause: "authz-redirect-mismatch",
    others: ["authz-implicit"],
  },
  {
    name: "firefox-token-refused",
    done: "Logs in with PKCE; the token endpoint refuses the code, in Firefox.",
    logins: 1,
    cause: "token-invalid_grant",
  },
  {
    name: "firefox-clock-ahead",
    done: "Logs in for tokens; the tenant's clock is ten minutes ahead, in Firefox.",
    logins: 1,
    cause: "idt-time",
    others: ["authz-implicit"],
  },
];
