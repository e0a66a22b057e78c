/** Parameters or headers by their names. */
export type Fields = Readonly<Record<string, string>>;

/** Adds parameters to a URL. */
export function addTo(url: string, parameters: Fields): string {
  const full = new URL(url);
  for (const [name, value] of Object.entries(parameters)) full.searchParams.set(name, value);
  return full.href;
}

/** Returns the origin of the application's server at this host, such as `shop.localhost`. */
export const originAt = (host: string, { origin }: { readonly origin: string }): string =>
  origin.replace("localhost", host);

/** Builds a URL with these parameters. */
export const withQuery = (url: string, parameters: Fields): string =>
  `${url}?${String(new URLSearchParams(parameters))}`;
