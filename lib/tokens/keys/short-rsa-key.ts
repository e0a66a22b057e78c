import { readText } from "../../encoding/json.ts";
import { readBase64Url } from "../read-base64url.ts";
import type { JsonWebKey } from "../read-key-set.ts";

/** The minimum length of an RSA key in bits (RFC 7518, sections 3.3 and 3.5). */
const minimumBits = 2048;

/** Returns a remark about an RSA key that is too short to be used; otherwise none. */
export function describeShortRsaKey(name: string, key: JsonWebKey): string[] {
  const reading = readBase64Url(readText(key["n"]) ?? "");
  if (key.kty !== "RSA" || !reading.ok) return [];
  const first = reading.bytes.findIndex((byte) => byte !== 0);
  const leading = first === -1 ? 0 : Math.clz32(reading.bytes[first] ?? 0) - 24;
  const bits = first === -1 ? 0 : (reading.bytes.length - first) * 8 - leading;
  if (bits >= minimumBits) return [];
  return [
    `${name} has ${bits} bits. RSA signatures need at least ${minimumBits} (RFC 7518, section 3.3), so it verifies no token.`,
  ];
}
