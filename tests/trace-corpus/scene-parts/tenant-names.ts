// What is registered at the local tenant (`tenant/directory/seed.ts`), as its applications know it.

/** The identifiers of two APIs. */
export const reports = "https://reports.demo.example/";
export const ledger = "https://ledger.demo.example/";

/** The connection with the users and their passwords. */
export const database = "Username-Password-Authentication";

/** The secrets of the two clients that have one, where a scene uses the client of a server. */
export const clientSecret = "demo-spa-secret-that-no-browser-ever-sees";
export const hs256ClientSecret = "demo-hs256-secret-that-no-browser-ever-sees";

/** The user who has a second factor. */
export const userWithFactor = { email: "mary@example.com", password: "second-factor-3" };
