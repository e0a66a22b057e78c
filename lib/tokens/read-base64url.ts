const base64urlPattern = /^[A-Za-z0-9_-]*$/;

export type Base64UrlReading = { ok: true; bytes: Uint8Array } | { ok: false; why: string };

/** Decodes base64url without padding (RFC 7515, section 2), or explains what is invalid. */
export function readBase64Url(text: string): Base64UrlReading {
  if (!base64urlPattern.test(text)) return { ok: false, why: describeForeignCharacter(text) };
  // Four characters encode three bytes. One remaining character has too few bits for a byte.
  if (text.length % 4 === 1) {
    return {
      ok: false,
      why: `a length of ${text.length} characters is invalid; characters are missing`,
    };
  }
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  // `Uint8Array.from` takes ten times as long, which shows with a token of 1 MiB.
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return { ok: true, bytes };
}

/** Decodes UTF-8; returns undefined for invalid bytes. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function describeForeignCharacter(text: string): string {
  const characters = Array.from(text);
  const at = characters.findIndex((character) => !base64urlPattern.test(character));
  const character = characters[at] ?? "";
  const place = `character ${at + 1}`;
  if (/\s/u.test(character))
    return `${place} is a space or a line break, perhaps from wrapped text`;
  if (character === "=") return `${place} is "=", but tokens have no padding`;
  if (character === "+" || character === "/") {
    return `${place} is "${character}", which belongs to plain base64`;
  }
  if (character === "%") return `${place} is "%", so the text is probably still URL-encoded`;
  if (character === "…") return `${place} is "…", so the token was shortened where it was copied`;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `${place} (U+${code}) is not one of A–Z, a–z, 0–9, "-" and "_"`;
}
