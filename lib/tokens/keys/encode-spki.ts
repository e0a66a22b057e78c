/** AlgorithmIdentifier of rsaEncryption with NULL, in DER (RFC 3279, section 2.3.1). */
const rsaEncryption = [
  0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
];

/**
 * Wraps an RSAPublicKey (PKCS#1; RFC 8017, appendix A.1.1) as SubjectPublicKeyInfo, the only form
 * that browsers import. Takes and returns base64; undefined for other text.
 */
export function encodePkcs1AsSpki(base64: string): string | undefined {
  let key: string;
  try {
    key = atob(base64);
  } catch {
    return undefined;
  }
  // A BIT STRING begins with the number of its unused bits.
  const bitString = encodeElement(0x03, `\0${key}`);
  const algorithm = String.fromCharCode(...rsaEncryption);
  return btoa(encodeElement(0x30, algorithm + bitString));
}

/** Encodes one element of DER; each character of the content is one byte. */
function encodeElement(tag: number, content: string): string {
  const length: number[] = [];
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) {
    length.unshift(rest % 256);
  }
  const isShort = content.length < 128;
  const head = isShort ? [tag, content.length] : [tag, 0x80 + length.length, ...length];
  return String.fromCharCode(...head) + content;
}
