/** One request to write as a command. */
export interface CurlRequest {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** Empty for none. */
  body: string;
}

/** Writes a request as a curl command for a POSIX shell. */
export function formatCurl({ method, url, headers, body }: CurlRequest): string {
  const options = [
    // Of these characters, curl would make several URLs.
    ...(/[[\]{}]/u.test(url) ? ["--globoff"] : []),
    // With `-X HEAD`, curl waits for a body.
    ...(method === "GET" ? [] : method === "HEAD" ? ["--head"] : [`-X ${quote(method)}`]),
  ];
  return [
    ["curl", ...options, quote(url)].join(" "),
    // An empty value after a colon would remove the header.
    ...headers.map(
      ([name, value]) => `-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`,
    ),
    // Not `--data`, which reads a file if the text begins with `@`.
    ...(body === "" ? [] : [`--data-raw ${quote(body)}`]),
  ].join(" \\\n  ");
}

/** Quotes a word for a POSIX shell; a plain word stays. */
function quote(word: string): string {
  return /^[A-Z]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
