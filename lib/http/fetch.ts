/** The network port of the libraries: an absolute URL and its options. A bound `fetch` fits. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
