/** Fills an array with random bytes; `crypto.getRandomValues` unless a test gives its own. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Source of unguessable identifiers. */
export interface RandomSource {
  /** `length` characters of 0-9, A-Z, a-z, each equally likely. */
  text(length: number): string;
}

/** Builds identifiers from random bytes; bytes that would favour some characters are thrown away. */
export function createRandomSource(fill: FillRandom): RandomSource {
  const limit = 256 - (256 % alphabet.length);
  return {
    text(length) {
      let text = "";
      while (text.length < length) {
        for (const byte of fill(new Uint8Array(length * 2))) {
          if (byte < limit && text.length < length) text += alphabet.charAt(byte % alphabet.length);
        }
      }
      return text;
    },
  };
}
