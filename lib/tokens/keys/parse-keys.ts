import { refuse, type PastedReading } from "./pasted-reading.ts";
import { readKeyJson } from "./read-key-json.ts";
import { readPem } from "./read-pem.ts";
import { readSecret, type SecretEncoding } from "./read-secret.ts";

/** The maximum length of a text with keys, in characters. */
const maxTextLength = 1024 * 1024;

/**
 * Parses a pasted JWK, JWKS, PEM or secret; does not reject. A text that could be a public key is
 * never read as a secret: the attacker who knows the public key could sign with it (RFC 8725,
 * section 2.1). Refuses private keys: verifying never needs one.
 */
export async function parseKeys(text: string, encoding: SecretEncoding): Promise<PastedReading> {
  const trimmed = text.replace(/^\uFEFF/u, "").trim();
  if (trimmed === "") return { kind: "none" };
  if (text.length > maxTextLength) return refuse("The text is longer than 1 MiB. Paste only keys.");
  if (/[\0\uFFFD]/u.test(trimmed)) {
    return refuse(
      "This is binary data, not text. Convert a DER file to PEM with “openssl x509 -inform der” or “openssl pkey -pubin -inform der”, and paste the PEM.",
    );
  }
  if (trimmed.includes("-----BEGIN ")) return await readPem(trimmed);
  if (/^[{[]/u.test(trimmed)) return readKeyJson(trimmed);
  const other = explainOther(trimmed);
  if (other !== undefined) return refuse(other);
  return await readSecret(text, encoding);
}

/** Recognizes texts that people paste in place of a key. */
function explainOther(text: string): string | undefined {
  if (/^https?:\/\//iu.test(text)) {
    return "This is a URL. Keys are not fetched from it: open it in a tab, and paste its response.";
  }
  if (/^(?:Bearer\s+)?eyJ[\w-]*\.[\w-]*\./iu.test(text)) {
    return "This is a token, not a key. Paste it into the Token field, and the key here.";
  }
  if (/^(?:ssh-|ecdsa-sha2-|sk-)[\w@.-]+\s/u.test(text)) {
    return "This is an SSH key. Convert it with “ssh-keygen -e -m PKCS8 -f key.pub”, and paste the PEM.";
  }
  return undefined;
}
