import type { JsonWebKeySet } from "../read-key-set.ts";

/** The keys of a pasted text. No message or remark contains any text of a key. */
export type PastedReading =
  | { kind: "none" }
  | {
      kind: "keys";
      jwks: JsonWebKeySet;
      form: "JWK" | "JWKS" | "PEM" | "secret";
      /** Facts that the user should know about keys that can be used. */
      remarks: readonly string[];
    }
  | {
      kind: "refused";
      /** A private key must not be kept; the encoding of a secret can be corrected. */
      about: "private key" | "secret" | "other";
      message: string;
    };

/** Creates the reading of a text that cannot be used. */
export function refuse(message: string, about: "secret" | "other" = "other"): PastedReading {
  return { kind: "refused", about, message };
}

/** Creates the reading of a private key, in any form. */
export function refusePrivateKey(): PastedReading {
  const message =
    "This is a private key, and was not kept: whoever has it can sign tokens as the issuer. " +
    "Verifying needs only the public key: paste the public key, the certificate or the key set (JWKS).";
  return { kind: "refused", about: "private key", message };
}
