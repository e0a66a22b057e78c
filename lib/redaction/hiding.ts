/** What the searching files are given: each replaces what it finds and leaves the counting to this. */
export interface Hiding {
  /** Returns the pseudonym to write in the secret's place. */
  hide(secret: string, kind: string): string;
  /** Returns what to write for a whole value under a secret's name: of a token the payload stays readable. */
  hideValue(value: string, kind: string): string;
}
