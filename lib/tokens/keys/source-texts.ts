import { shorten } from "../../encoding/shorten.ts";
import { showHidden } from "../../encoding/show-hidden.ts";

/** The sentences about the outcome of a signature check, which name the origin of the keys. */
export interface SourceTexts {
  verified(kid: string | null): string;
  wrong(): string;
  unusable(): string;
  /** About a key with the right kid for another algorithm. */
  otherAlgorithm(kid: string, alg: string): string;
  /** About a key that verifies the signature, but is declared for another algorithm. */
  declaredOtherwise(kid: string | null, declared: string, alg: string): string;
  unknown(kid: string | null, alg: string): string;
}

const writeKid = (kid: string | null) => (kid === null ? "" : ` ${quote(kid)}`);

/** Returns the sentences about the keys that an issuer publishes. */
export function describeTenantKeys(issuer: string): SourceTexts {
  return {
    verified: (kid) => `Signed by ${issuer}${kid === null ? "" : ` with key ${quote(kid)}`}.`,
    wrong: () =>
      `The signature does not match the keys of ${issuer}: the token was changed after it was signed, or another tenant issued it. ` +
      "Copy the complete token, and check the selected tenant.",
    unusable: () =>
      `${issuer} publishes a key for this token, but the key is not usable. Check the tenant's signing keys.`,
    otherAlgorithm: (kid, alg) =>
      `${issuer} has the key ${quote(kid)}, but not for ${alg}: the algorithm in the header does not match that key.`,
    declaredOtherwise: (kid, declared, alg) =>
      `${issuer} declares its key${writeKid(kid)} for ${quote(declared)}, and the token is signed with ${alg}. The signature is valid under that key.`,
    unknown: (kid, alg) =>
      `${issuer} does not publish ${kid === null ? `a key for ${alg}` : `the key ${quote(kid)}`}. Another tenant issued this token, or the key was rotated. ` +
      "Check the selected tenant, or log in again for a token with a current key.",
  };
}

/** Returns the sentences about pasted keys: they prove nothing about the issuer. */
export function describePastedKeys(alg: string, keys: readonly { kty: string }[]): SourceTexts {
  const isShared = alg.startsWith("HS");
  const isSecretOnly = keys.every(({ kty }) => kty === "oct");
  return {
    verified: (kid) =>
      `Signed with the pasted ${isShared ? "secret" : "key"}${kid === null ? "" : ` ${quote(kid)}`}.`,
    wrong: () =>
      isShared
        ? "The signature does not match the pasted secret. Check the secret and its encoding, and copy the complete token."
        : "The signature does not match the pasted keys: the token was changed after it was signed, or another key signed it. " +
          "Copy the complete token, and paste the issuer's current keys.",
    unusable: () =>
      `The pasted key for ${alg} is not usable: it is damaged, too short, or not for verifying. Copy the complete key.`,
    otherAlgorithm: (kid, other) =>
      `The pasted key ${quote(kid)} is not for ${other}: the algorithm in the header does not match that key.`,
    declaredOtherwise: (kid, declared, other) =>
      `The pasted key${writeKid(kid)} is declared for ${quote(declared)}, and the token is signed with ${other}. The signature is valid under that key.`,
    unknown: (kid, other) => {
      if (isShared)
        return `The pasted keys contain no secret for ${other}. A public key is never used as a secret: paste the secret.`;
      if (isSecretOnly)
        return `A secret cannot verify ${other}. Paste the issuer's public key or its key set (JWKS).`;
      const hasKind = kid !== null && keys.length > 0;
      return hasKind
        ? `The pasted keys do not contain the key ${quote(kid)} for ${other}. Paste the issuer's current key set (JWKS).`
        : `The pasted keys contain no key for ${other}. Paste the issuer's current key set (JWKS).`;
    },
  };
}

/** Quotes a text of the token, shortened, because its author chose its length. */
export function quote(text: string): string {
  return showHidden(JSON.stringify(shorten(text, 79)));
}
