/** Fills an array with random bytes, as `crypto.getRandomValues` does. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const base58Alphabet = alphabet.replaceAll(/[0OIl]/g, "");

/** A source of unguessable identifiers. */
export interface RandomSource {
  /** Returns characters of 0-9, A-Z and a-z, each equally likely. */
  text(length: number): string;
  /** Returns characters like `text`, but without those that look alike: 0, O, I and l. */
  base58(length: number): string;
  /** Returns digits, each equally likely. */
  digits(length: number): string;
}

/** Creates the source. The source discards bytes that would make some characters more likely. */
export function createRandomSource(fill: FillRandom): RandomSource {
  // Read many bytes at once: a call for each identifier would cost more than the identifier.
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
 * Creates bytes that depend only on a seed, so that two tenants with one seed have the same
 * identifiers. The generator is sfc32 with a seed hashed by FNV-1a: guessable, so only for tests.
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

  // Skip the first numbers: they are similar for similar seeds.
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
