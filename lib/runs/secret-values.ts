import { findSecretKind } from "../redaction/secret-names.ts";

/**
 * Values that bind a response to its request. The redaction keeps them, but another page could use
 * them while the run is open. See RFC 6749, section 10.12, and OpenID Connect Core 1.0, section
 * 3.1.2.
 */
const bindingNames = new Set(["state", "nonce"]);

/** A token in compact form (RFC 7515, section 3.1): the header begins with `{"` in base64url. */
const compactToken = /(?<![\w-])ey[\w-]{6,}\.[\w-]+\.[\w-]*/u;

/** A parameter in a URL or in a form. */
const namedParameter = /(?:^|[?&#])([^=&#?]{1,100})=(?=[^&#])/gu;

/** Returns true for the name of a parameter, header or member with a value to mask. */
export function isSecretName(name: string): boolean {
  return bindingNames.has(name) || findSecretKind(name) !== undefined;
}

/** Returns true for a text that contains a token, or a URL with a secret parameter. */
export function isSecretText(text: string): boolean {
  if (compactToken.test(text)) return true;
  for (const [, name = ""] of text.matchAll(namedParameter)) {
    if (findSecretKind(name) !== undefined) return true;
  }
  return false;
}

/**
 * Returns true for a value of a JSON result to mask. In an error, `code` is the code of the error.
 *
 * @param path the names from the root to the value
 */
export function isSecretMember(path: readonly string[], value: unknown, isError = false): boolean {
  return (
    path.some((name) => isSecretName(name) && !(isError && name === "code")) ||
    (typeof value === "string" && isSecretText(value))
  );
}
