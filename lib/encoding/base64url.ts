/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes base64url; returns undefined for any text that `encodeBase64Url` does not return. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    // Refuse spare bits and other spellings: two texts must not stand for the same bytes.
    return encodeBase64Url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
