/**
 * Returns true for bytes that begin like a private key in DER: a SEQUENCE whose first element is
 * the INTEGER of a version (PKCS#8; RFC 5958, section 2; RFC 8017, appendix A.1.2; RFC 5915,
 * section 3). In a public key, that is a SEQUENCE or a modulus.
 */
export function isPrivateKeyDer(bytes: Uint8Array): boolean {
  const [tag, length = 0] = bytes;
  if (tag !== 0x30) return false;
  const lengthBytes = length < 0x80 ? 0 : length - 0x80;
  if (lengthBytes > 4) return false;
  const total = lengthBytes === 0 ? length : readNumber(bytes.subarray(2, 2 + lengthBytes));
  const start = 2 + lengthBytes;
  if (start + total !== bytes.length) return false;
  const [versionTag, versionLength, version = 0xff] = bytes.subarray(start);
  return versionTag === 0x02 && versionLength === 1 && version <= 1;
}

function readNumber(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}
