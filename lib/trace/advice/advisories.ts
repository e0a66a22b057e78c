/** A published vulnerability of an auth library. */
export interface Advisory {
  library: string;
  id: string;
  /** The affected versions: from the first one, below the second one. */
  from: string;
  below: string;
  problem: string;
}

/** The day on which the list was read from the advisories. */
export const advisoriesDate = "2026-11-22";

/** Versions that their own telemetry can name. No entry proves that a library is safe. */
export const advisories: readonly Advisory[] = [
  {
    library: "auth0.js",
    id: "CVE-2017-17068",
    from: "0.0.0",
    below: "8.12.0",
    problem: "pages of other origins can get the tokens of popup.callback",
  },
  {
    library: "auth0.js",
    id: "CVE-2018-6874",
    from: "0.0.0",
    below: "9.0.0",
    problem: "the embedded login can be forged from another site",
  },
  {
    library: "auth0.js",
    id: "CVE-2018-7307",
    from: "0.0.0",
    below: "9.3.0",
    problem: "a response without a state is accepted",
  },
  {
    library: "auth0.js",
    id: "CVE-2020-5263",
    from: "8.0.0",
    below: "9.13.2",
    problem: "the error object can have the user's password",
  },
  {
    library: "lock.js",
    id: "CVE-2018-6874",
    from: "0.0.0",
    below: "11.0.0",
    problem: "the embedded login can be forged from another site",
  },
  {
    library: "lock.js",
    id: "CVE-2019-20174",
    from: "0.0.0",
    below: "11.21.0",
    problem: "script injection by the placeholder of an additional sign-up field",
  },
  {
    library: "lock.js",
    id: "CVE-2020-15119",
    from: "0.0.0",
    below: "11.26.3",
    problem: "script injection (DOM-based)",
  },
  {
    library: "lock.js",
    id: "CVE-2021-32641",
    from: "0.0.0",
    below: "11.30.1",
    problem: "script injection by flashMessage or languageDictionary",
  },
  {
    library: "lock.js",
    id: "CVE-2022-29172",
    from: "0.0.0",
    below: "11.33.0",
    problem: "HTML injection in additional sign-up fields",
  },
  {
    library: "nextjs-auth0",
    id: "CVE-2025-46344",
    from: "4.0.1",
    below: "4.5.1",
    problem: "the token of a session does not expire",
  },
  {
    library: "nextjs-auth0",
    id: "CVE-2025-48947",
    from: "4.0.1",
    below: "4.6.1",
    problem: "a cache can keep the session cookie",
  },
  {
    library: "nextjs-auth0",
    id: "CVE-2026-40155",
    from: "4.12.0",
    below: "4.18.0",
    problem: "with DPoP, simultaneous requests of the proxy can mix up their results",
  },
];
