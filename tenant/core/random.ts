/** Fills an array with random bytes; `crypto.getRandomValues` unless a test gives its own. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const base58Alphabet = alphabet.replaceAll(/[0OIl]/g, "");

/** Source of unguessable identifiers. */
export interface RandomSource {
  /** `length` characters of 0-9, A-Z, a-z, each equally likely. */
  text(length: number): string;
  /** As `text`, without the characters that are easily confused: 0, O, I and l. */
  base58(length: number): string;
  /** `length` digits, each equally likely. */
  digits(length: number): string;
}

/** Builds identifiers from random bytes; bytes that would favour some characters are thrown away. */
export function createRandomSource(fill: FillRandom): RandomSource {
  // Many at once: asking the system for each identifier would cost more than all the rest of it.
  const drawn = new Uint8Array(1024);
  let used = drawn.length;

  function drawByte(): number {
    if (used === drawn.length) {
      fill(drawn);
      used = 0;
    }
    const byte = drawn[used] ?? 0;
    used += 1;
    return byte;
  }

  function draw(characters: string, length: number): string {
    const limit = 256 - (256 % characters.length);
    let text = "";
    while (text.length < length) {
      const byte = drawByte();
      if (byte < limit) text += characters.charAt(byte % characters.length);
    }
    return text;
  }

  return {
    text: (length) => draw(alphabet, length),
    base58: (length) => draw(base58Alphabet, length),
    digits: (length) => draw(alphabet.slice(0, 10), length),
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
