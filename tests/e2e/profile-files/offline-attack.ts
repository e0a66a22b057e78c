import { createDecipheriv } from "node:crypto";
import type { Envelope } from "../../../lib/management/credentials/sealed-store.ts";
import { findFiles } from "./profile-scan.ts";

const keyBytes = 32;
const tagBytes = 16;
/** A random key has no longer run of zeros. */
const mostZeros = 8;
/**
 * A random key has at least as many bytes above 127: only one of 780,000 has fewer. Text and most
 * of a database's own structure have fewer, and each attempt is slow.
 */
const fewestHigh = 4;

/**
 * Returns the files below a folder that contain the key of an envelope. Tries every 32 consecutive
 * bytes, like an attacker with a copy of the profile.
 *
 * @param purpose the tenant's id, which is part of the additional authenticated data
 */
export async function findDeviceKey(
  folder: string,
  { iv, ciphertext }: Envelope,
  purpose: string,
): Promise<string[]> {
  const sealed = Buffer.from(ciphertext, "base64url");
  const text = sealed.subarray(0, -tagBytes);
  const opens = (key: Buffer): boolean => {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"));
    decipher.setAAD(Buffer.from(JSON.stringify([1, purpose, null])));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    decipher.update(text);
    try {
      decipher.final();
      return true;
    } catch {
      return false;
    }
  };
  const isHigh = (byte = 0): number => (byte > 127 ? 1 : 0);
  return findFiles(folder, (part) => {
    let zeros = 0;
    let high = 0;
    for (let end = 0; end < part.length; end += 1) {
      zeros = part[end] === 0 ? zeros + 1 : 0;
      high += isHigh(part[end]) - isHigh(part[end - keyBytes]);
      const start = end + 1 - keyBytes;
      if (start < 0 || zeros >= mostZeros || high < fewestHigh) continue;
      if (opens(part.subarray(start, end + 1))) return true;
    }
    return false;
  });
}
