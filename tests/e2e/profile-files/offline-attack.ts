import { createDecipheriv } from "node:crypto";
import type { Envelope } from "../../../lib/management/credentials/sealed-store.ts";
import { findFiles } from "./profile-scan.ts";

const keyBytes = 32;
const tagBytes = 16;
/** A random key has no longer run of zeros. */
const mostZeros = 8;

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
  return findFiles(folder, (part) => {
    let zeros = 0;
    for (let at = 0; at + keyBytes <= part.length; at += 1) {
      zeros = part[at + keyBytes - 1] === 0 ? zeros + 1 : 0;
      if (zeros < mostZeros && opens(part.subarray(at, at + keyBytes))) return true;
    }
    return false;
  });
}
