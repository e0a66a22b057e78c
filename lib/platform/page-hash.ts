/** Reports the fragment of this page's URL with its `#`, now and after each change. */
export function followHash(listener: (hash: string) => void): void {
  addEventListener("hashchange", () => listener(location.hash));
  listener(location.hash);
}
