/** Takes the fragment out of this page's address, so that the same one can be asked for again. */
export function dropHash(): void {
  history.replaceState(history.state, "", location.pathname);
}

/** Reports the fragment of this page's address with its `#`, now and whenever it changes. */
export function followHash(listener: (hash: string) => void): void {
  addEventListener("hashchange", () => listener(location.hash));
  listener(location.hash);
}
