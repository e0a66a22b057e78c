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

/**
 * Bytes that depend on a seed alone, so that two tenants with one seed give the same identifiers:
 * the generator sfc32, its state filled from the seed by FNV-1a. Guessable, hence for tests only.
 */
export function createSeededFill(seed: string): FillRandom {
  let [a, b, c, counter] = [hashText(`a${seed}`), hashText(`b${seed}`), hashText(`c${seed}`), 1];

  function next(): number {
    const sum = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
    return sum;
  }

  // The first numbers still show how close two seeds are.
  for (let round = 0; round < 16; round += 1) next();
  return (bytes) => {
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = next() >>> 24;
    return bytes;
  };
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
