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
  return [
    `curl ${method === "GET" ? "" : `-X ${quote(method)} `}${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // Not `--data`, which reads a file if the text begins with `@`.
    ...(body === "" ? [] : [`--data-raw ${quote(body)}`]),
  ].join(" \\\n  ");
}

/** Quotes a word for a POSIX shell; a plain word stays. */
function quote(word: string): string {
  return /^[A-Z]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
