/** The state of one redacted file, for the functions that redact its parts. */
export interface Redaction {
  /**
   * Returns the pseudonym of a value, in which other replaced values stay visible as parts; the
   * value itself if the user keeps it.
   *
   * @param name the name of the value. A value with a secret's name is always replaced.
   */
  hide(value: string, name?: string): string;
  /** Returns a pseudonym in the alphabet of base64url, for the signature of a token. */
  hidePart(part: string): string;
  /** Replaces each value that has a pseudonym, and leaves the rest. */
  replaceKnown(text: string): string;
  /** Remembers a public identifier: in a sentence, it stays. */
  keep(identifier: string): void;
  isKept(text: string): boolean;
  /** Redacts a value by its name, as {@link redactValue}: a URL, a token and a page hold values. */
  value(value: string, name?: string, heading?: string): string;
  /** Redacts JSON, as {@link redactJson}. */
  json(value: unknown): unknown;
  /** Redacts a URL with the words of its path, as {@link redactUrl}. */
  url(url: string): string;
  /** Runs one level deeper; returns undefined below the deepest level. */
  descend<Result>(run: () => Result): Result | undefined;
}
