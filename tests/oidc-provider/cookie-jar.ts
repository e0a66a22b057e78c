/** A cookie of one origin. */
interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** The cookies of one origin, by name and path. Knows Path and Expires alone (RFC 6265). */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  /** Stores the cookies of a response, and removes the expired ones. */
  store(headers: Headers): void {
    for (const header of headers.getSetCookie()) {
      const [pair = "", ...attributes] = header.split(/; */);
      const [name, value] = splitPair(pair);
      const attributeValues = new Map(
        attributes.map(splitPair).map(([key, text]) => [key.toLowerCase(), text]),
      );
      const cookie = { name, value, path: attributeValues.get("path") ?? "/" };
      const key = `${name} ${cookie.path}`;
      const expires = attributeValues.get("expires");
      if (expires !== undefined && Date.parse(expires) <= Date.now()) this.#cookies.delete(key);
      else this.#cookies.set(key, cookie);
    }
  }

  /** Returns the value of the `Cookie` header for a request to a path. */
  getCookieHeader(path: string): string {
    return [...this.#cookies.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }
}

function splitPair(text: string): [name: string, value: string] {
  const separator = `${text}=`.indexOf("=");
  return [text.slice(0, separator), text.slice(separator + 1)];
}
