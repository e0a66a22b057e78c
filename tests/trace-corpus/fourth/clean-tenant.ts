import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the fourth set that work at the local tenant. */
export const tenantLogins: readonly ExpectedLogin[] = [
  {
    name: "spa-library-refresh",
    story:
      "A page with the library auth0-spa-js logs in with a code and offline access, and renews its tokens twice with refresh tokens.",
    clean: true,
  },
  {
    name: "renewal-in-frame",
    story:
      "A page on the tenant's site logs in, and later gets a new code in a hidden frame as a web message.",
    clean: true,
  },
  {
    name: "hash-routes-at-start-page",
    story:
      "A page whose router uses the fragment has its start page as callback, and returns to the route of before.",
    clean: true,
  },
  {
    name: "sign-up-first",
    story:
      "The page sends a new user to the tenant's form for signing up, which also logs the user in.",
    clean: true,
  },
  {
    name: "mistyped-password",
    story:
      "The user mistypes the password once at the tenant, then logs in; the page also sends a beacon that counts visits.",
    clean: true,
  },
  {
    name: "library-with-own-form",
    story:
      "A page with the library auth0-js logs in with its own form, from an origin that the tenant allows.",
    clean: true,
  },
  {
    name: "organization-and-api",
    story:
      "A page logs in to an organization with an audience, and its API on another origin answers the preflight and the call.",
    clean: true,
  },
];
