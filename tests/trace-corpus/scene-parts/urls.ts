/** Parameters or headers by their names. */
export type Fields = Readonly<Record<string, string>>;

/** Builds a URL with these parameters. */
export const withQuery = (url: string, parameters: Fields): string =>
  `${url}?${String(new URLSearchParams(parameters))}`;
