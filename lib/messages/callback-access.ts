/**
 * The access to the host of the callback URL.
 *
 * - granted: the extension reads the end of a login, or its browser needs no access for this
 * - withheld: the user or the browser withholds the access
 * - foreign: the package has another id than it was built for
 */
export type CallbackAccess =
  | { kind: "granted" }
  | {
      kind: "withheld" | "foreign";
      /** The callback URL, as the browser tells it. */
      redirectUrl: string;
    };
