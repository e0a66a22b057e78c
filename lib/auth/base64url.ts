/**
 * Encodes bytes as base64url without padding.
 *
 * @see RFC 7515, section 2
 */
export function encodeBase64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Decodes base64url, and is strict about it: no padding, no white space, no spare bits set in the last
 * character. Were those bits let through, several texts would decode to one signature, and a changed
 * token could pass as the original.
 *
 * @returns the bytes, or null when the text is not base64url
 * @see RFC 7515, section 2; RFC 4648, section 3.5
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null;
  const rest = text.length % 4;
  if (rest === 1) return null;
  if (rest === 2 && !/[AQgw]$/.test(text)) return null;
  if (rest === 3 && !/[AEIMQUYcgkosw048]$/.test(text)) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
