/**
 * Matches invisible characters: format characters, including joiners and variation selectors, and
 * control characters except tab and line breaks.
 */
const invisiblePattern = /[\p{Cf}\p{DI}]|(?![\t\n\r])\p{Cc}/gu;
const percentBytes = /(?:%[\da-f]{2})+/giu;
const decoder = new TextDecoder();

/** Normalizes full-width letters to plain ones (NFKC), and removes invisible characters. */
export function normalizeText(text: string): string {
  if (isPlainAscii(text)) return text;
  return text.normalize("NFKC").replaceAll(invisiblePattern, "");
}

/** Returns true for printable ASCII, which needs no normalization. */
export function isPlainAscii(text: string): boolean {
  return /^[\t\n\r\u0020-\u007e]*$/u.test(text);
}

/** Decodes percent-encoding once. Other text stays; invalid UTF-8 becomes U+FFFD. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  return text.replaceAll(percentBytes, (bytes) => {
    const values = bytes
      .slice(1)
      .split("%")
      .map((digits) => Number.parseInt(digits, 16));
    return decoder.decode(Uint8Array.from(values));
  });
}

/**
 * Decodes base64 or base64url, with or without padding. Returns undefined for any other text, and
 * for unreadable content, such as ciphertext and random ids.
 */
export function decodeBase64(
  text: string,
  readable = /[\t\n\r\u0020-\u007e]/u,
): string | undefined {
  const plain = /[-_=]/u.test(text)
    ? text.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "")
    : text;
  // One remaining character has six bits, less than a byte: the text was truncated.
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
  let binary: string;
  try {
    binary = atob(whole);
  } catch {
    return undefined;
  }
  if (!readable.test(binary)) return undefined;
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place += 1) bytes[place] = binary.charCodeAt(place);
  return decoder.decode(bytes);
}

/** Encodes a text in base64, with the alphabet and the padding of an example. */
export function encodeBase64Like(text: string, example: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const encoded = btoa(binary);
  const isUrl = /[-_]/u.test(example);
  const own = isUrl ? encoded.replaceAll("+", "-").replaceAll("/", "_") : encoded;
  return example.endsWith("=") ? own : own.replaceAll("=", "");
}
