/** Replaces and counts the secrets that the searches find. */
export interface Hiding {
  /** True if the claims of a token stay; its signature never does. */
  readonly keepsClaims: boolean;
  /** Returns the pseudonym of a secret. */
  hide(secret: string, kind: string): string;
  /** Returns the pseudonym of a text that may be no secret: elsewhere it stays. */
  hideHere(text: string, kind: string): string;
  /** Returns the replacement of a value under a secret's name. Keeps the header of a token. */
  hideValue(value: string, kind: string): string;
}
