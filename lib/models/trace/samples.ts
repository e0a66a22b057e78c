/** A recorded login that fails, which the package contains. */
export interface Sample {
  /** Its name in `public/samples.json`. */
  name: string;
  /** The symptom as a user reports it, without the cause. */
  symptom: string;
}

/** The samples, in the order in which they are offered. */
export const samples: readonly Sample[] = [
  { name: "hs256-pkce", symptom: "The library refuses the ID token" },
  { name: "callback-refused-pkce", symptom: "The login ends at an error page" },
  { name: "transaction-cleared-demo", symptom: "The code arrives, and the user is not logged in" },
  { name: "renew-cross-site-pkce", symptom: "The page cannot renew a login in a frame" },
  { name: "code-used-twice", symptom: "The token request is refused" },
];
