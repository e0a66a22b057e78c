/** Replaces and counts the secrets that the searches find. */
export interface Hiding {
  /** Returns the pseudonym of a secret. */
  hide(secret: string, kind: string): string;
  /** Returns the replacement of a value under a secret's name. Keeps the payload of a token. */
  hideValue(value: string, kind: string): string;
}
