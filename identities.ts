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

/**
 * The items at the stores of Chromium-based browsers. A store assigns the id; undefined until then.
 * The environment can name the id instead, for a publisher of a copy with items of its own.
 */
const atStores: Readonly<
  Record<"chrome" | "edge", { store: string; variable: string; id: string | undefined }>
> = {
  chrome: { store: "Chrome Web Store", variable: "CHROME_EXTENSION_ID", id: undefined },
  edge: { store: "Microsoft Edge Add-ons", variable: "EDGE_EXTENSION_ID", id: undefined },
};

/**
 * The add-on id in Firefox. The one of testers is no name that a store can have. The one of the
 * store can never change.
 */
const firefox = {
  sideLoad: "inspector@tenant-inspector.example",
  store: "{f949a7c7-d979-4032-8013-3c8e2b66048a}",
};

/** True for a package that goes to a store: `wxt zip --mode store`. */
const isForStore = (mode: string): boolean => mode === "store";

/**
 * Returns the identity of a package.
 *
 * @param env the environment, with the ids of items that this file does not name
 * @throws {Error} for a store that has not assigned the id yet, and for an id that no item has
 */
export function readChromiumIdentity(
  browser: string,
  mode: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ChromiumIdentity {
  if (!isForStore(mode)) return sideLoad;
  const {
    store,
    variable,
    id = env[variable],
  } = browser === "edge" ? atStores.edge : atStores.chrome;
  if (id === undefined || id === "")
    throw new Error(
      `The ${store} has not assigned an id to this extension yet. Reserve the item: upload a draft of any package without a key. Then copy its id into identities.ts or into the variable ${variable}, and build again.`,
    );
  if (!/^[a-p]{32}$/.test(id))
    throw new Error(`"${id}" is no id of the ${store}: an id has 32 letters from a to p.`);
  return { id };
}

/** Returns the add-on id of a package for Firefox. */
export function readFirefoxId(mode: string): string {
  return isForStore(mode) ? firefox.store : firefox.sideLoad;
}
