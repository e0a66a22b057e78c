import { entry, type RegisteredName } from "./registered-claims.ts";

const rfc7515 = "RFC 7515, section";
const rfc7516 = "RFC 7516, section";
const rfc7518 = "RFC 7518, section";

/** Parameters of a JWS header (IANA registry of header parameters). */
export const signatureParameters: readonly RegisteredName[] = [
  entry(
    "alg",
    "Algorithm",
    "The signature algorithm. ID tokens for browser applications need RS256.",
    `${rfc7515} 4.1.1`,
  ),
  entry(
    "jku",
    "Key set URL",
    "The URL of the token's keys, according to the token. Never fetched: the creator of the token chose it.",
    `${rfc7515} 4.1.2`,
  ),
  entry(
    "jwk",
    "Key",
    "A key inside the token. Never used: the creator of the token chose it.",
    `${rfc7515} 4.1.3`,
  ),
  entry("kid", "Key ID", "The tenant's key that signed the token.", `${rfc7515} 4.1.4`),
  entry(
    "x5u",
    "Certificate URL",
    "The URL of the token's certificate, according to the token. Never fetched: the creator of the token chose it.",
    `${rfc7515} 4.1.5`,
  ),
  entry(
    "x5c",
    "Certificate chain",
    "Certificates inside the token. Never used: the creator of the token chose them.",
    `${rfc7515} 4.1.6`,
  ),
  entry(
    "x5t",
    "Certificate thumbprint",
    "The SHA-1 thumbprint of the signing certificate.",
    `${rfc7515} 4.1.7`,
  ),
  entry(
    "x5t#S256",
    "Certificate thumbprint",
    "The SHA-256 thumbprint of the signing certificate.",
    `${rfc7515} 4.1.8`,
  ),
  entry(
    "typ",
    "Type",
    "The type of the token: JWT, or at+jwt for an access token.",
    `${rfc7515} 4.1.9`,
  ),
  entry(
    "cty",
    "Content type",
    "The content type, if the payload is itself a token.",
    `${rfc7515} 4.1.10`,
  ),
  entry(
    "crit",
    "Critical parameters",
    "Extensions that a client must support; otherwise it must reject the token.",
    `${rfc7515} 4.1.11`,
  ),
  entry(
    "b64",
    "Base64url-encoded payload",
    "False: the content itself was signed, without base64url. Not allowed in a JWT.",
    "RFC 7797, section 3",
  ),
];

/** Parameters of a JWE header whose meaning differs from a JWS, or that only a JWE has. */
const onlyOfEncryption: readonly RegisteredName[] = [
  entry(
    "alg",
    "Algorithm",
    "How the key that encrypts the content is itself encrypted or agreed.",
    `${rfc7516} 4.1.1`,
  ),
  entry(
    "enc",
    "Content encryption",
    "The algorithm that encrypts the content.",
    `${rfc7516} 4.1.2`,
  ),
  entry(
    "zip",
    "Compression",
    "The content is compressed before it is encrypted.",
    `${rfc7516} 4.1.3`,
  ),
  entry("kid", "Key ID", "The recipient's key that decrypts the token.", `${rfc7516} 4.1.6`),
  entry(
    "epk",
    "Ephemeral public key",
    "The sender's key for this one token. The recipient derives the content's key from it.",
    `${rfc7518} 4.6.1.1`,
  ),
  entry("apu", "Sender", "Identifies the sender in the key agreement.", `${rfc7518} 4.6.1.2`),
  entry("apv", "Recipient", "Identifies the recipient in the key agreement.", `${rfc7518} 4.6.1.3`),
  entry("iv", "Initialization vector", "Used to encrypt the key.", `${rfc7518} 4.7.1.1`),
  entry("tag", "Authentication tag", "Protects the encrypted key.", `${rfc7518} 4.7.1.2`),
  entry(
    "p2s",
    "Salt",
    "The salt of the key that is derived from a password.",
    `${rfc7518} 4.8.1.1`,
  ),
  entry(
    "p2c",
    "Count",
    "How often the hash is repeated to derive the key from a password.",
    `${rfc7518} 4.8.1.2`,
  ),
];

/** Parameters of a JWE header. */
export const encryptionParameters: readonly RegisteredName[] = [
  ...signatureParameters.filter(({ name }) => !onlyOfEncryption.some((own) => own.name === name)),
  ...onlyOfEncryption,
];
