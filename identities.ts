/**
 * The identity of a package for Chromium-based browsers. The id decides the callback URL of logins,
 * `https://<id>.chromiumapp.org/`, and so the host whose redirects the package may read.
 */
export interface ChromiumIdentity {
  id: string;
  /** The public key in the manifest, which gives a package its id. A store refuses it. */
  key?: string;
}

/** The packages that testers load: with a fixed id, the callback URL is the same everywhere. */
const sideLoad: ChromiumIdentity = {
  id: "monofljdnmneaoeelggekmdfelhaajhc",
  key: "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxE57pX00cZBqeMBuxAd/xBYm+4XnvdtQH6s53u0mLJJu7KOMZt+9UqgU8PG/HVHxVzMikKAMBJuh3HFQ+fHUWJbFA49GjUOz+00r1ZNUiaWkxMMAHp8d6Syci/VV8YI2aOQBLDv1guFNR09a04x32d3ojE0FDlRVegw8SrDS3HaArY4Z0Z+/1Bqu7gdcDL3yM7uCQ/c6jiPDwV3nnNb6ZvliFi3oqeCaNSK4BEQQRsL8FAj9yBg9EJUEe1OJPdE50ElFTZjpB64eECrxpVuIHgAhl/ttsLH+o9t7mly30PEJMOcGYu/GXzk8zX9juF4UF7sq2uHMJjtz1poapgmHawIDAQAB",
};

/** The items at the stores. A store assigns the id; undefined until then. */
const atStores: Readonly<Record<"chrome" | "edge", { store: string; id: string | undefined }>> = {
  chrome: { store: "Chrome Web Store", id: undefined },
  edge: { store: "Microsoft Edge Add-ons", id: undefined },
};

/** The add-on id in Firefox. The one of testers is no name that a store can have. */
const firefox = { sideLoad: "inspector@tenant-inspector.example", store: undefined };

/** True for a package that goes to a store: `wxt zip --mode store`. */
const isForStore = (mode: string): boolean => mode === "store";

/**
 * Returns the identity of a package.
 *
 * @throws {Error} for a store that has not assigned the id yet
 */
export function readChromiumIdentity(browser: string, mode: string): ChromiumIdentity {
  if (!isForStore(mode)) return sideLoad;
  const { store, id } = browser === "edge" ? atStores.edge : atStores.chrome;
  if (id !== undefined) return { id };
  throw new Error(
    `The ${store} has not assigned an id to this extension yet. Reserve the item: upload a draft of any package without a key. Then copy its id into identities.ts, and build again.`,
  );
}

/**
 * Returns the add-on id of a package for Firefox.
 *
 * @throws {Error} for a store as long as no id is chosen
 */
export function readFirefoxId(mode: string): string {
  if (!isForStore(mode)) return firefox.sideLoad;
  if (firefox.store !== undefined) return firefox.store;
  throw new Error(
    "No add-on id for addons.mozilla.org is chosen yet. It can never change: enter one at a domain of yours in identities.ts, and build again.",
  );
}
