/**
 * Encodes bytes as base64url without padding.
 *
 * @see RFC 7515, section 2
 */
export function encodeBase64url(bytes: Uint8Array): string {
  return encodeBinary(String.fromCharCode(...bytes));
}

/** Encodes a binary string (one character for each byte) as base64url without padding. */
export function encodeBinary(binary: string): string {
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Decodes base64url to a binary string. Accepts padding, white space and spare bits.
 *
 * @throws DOMException for any other text
 * @see RFC 7515, section 2
 */
export function decodeBinary(text: string): string {
  return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
}

/** Returns the bytes of a binary string. */
export function toBytes(binary: string): Uint8Array<ArrayBuffer> {
  // A loop: Uint8Array.from takes longer than the rest of parseHash.
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
