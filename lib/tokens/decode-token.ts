import * as z from "zod/mini";
import { readBase64Url, readUtf8 } from "./read-base64url.ts";
import { isJsonObject, jsonValueSchema, type JsonObject } from "../encoding/json.ts";
import { maxJsonDepth, readJson } from "./read-json.ts";
import { stripSurroundings } from "./strip-surroundings.ts";

/** The maximum number of characters, as of a text to search. Real tokens are much shorter. */
const maxTokenLength = 1024 * 1024;

const jsonObjectSchema = z.record(z.string(), jsonValueSchema);

/** A decoded JSON Web Token (RFC 7519; RFC 7515, section 3.1). Nothing is verified yet. */
export const decodedTokenSchema = z.object({
  /** The token without the text that was pasted around it. */
  compact: z.string(),
  header: jsonObjectSchema,
  payload: jsonObjectSchema,
  /** The parts in base64url, unchanged: the signature covers the bytes of `header.payload`. */
  parts: z.object({ header: z.string(), payload: z.string(), signature: z.string() }),
  signature: z.object({
    isPresent: z.boolean(),
    byteLength: z.number(),
    /** The reason why it cannot be decoded, if it cannot: the claims are readable all the same. */
    problem: z.exactOptional(z.string()),
  }),
  /** The names that occur more than once at the top level. Only the last value is decoded. */
  duplicateMembers: z.object({ header: z.array(z.string()), payload: z.array(z.string()) }),
});
export type DecodedToken = z.infer<typeof decodedTokenSchema>;

export const decodeFailureSchema = z.object({
  code: z.enum([
    "empty",
    "too-long",
    "encrypted",
    "opaque",
    "no-token",
    "part-count",
    "not-base64url",
    "not-utf8",
    "not-json",
    "too-deep",
    "not-an-object",
  ]),
  /** The problem and its remedy, without any text of the token. */
  message: z.string(),
  part: z.optional(z.enum(["header", "payload", "signature"])),
});
export type DecodeFailure = z.infer<typeof decodeFailureSchema>;

export type DecodeResult =
  | { ok: true; token: DecodedToken }
  | { ok: false; failure: DecodeFailure };

type Part = "header" | "payload" | "signature";
type PartReading =
  | { ok: true; value: JsonObject; duplicateMembers: string[] }
  | { ok: false; failure: DecodeFailure };

/**
 * Decodes a pasted JSON Web Token. Accepts a token alone, in quotes, or after `Bearer` or
 * `Authorization: Bearer`. Does not throw: returns a failure for any other text.
 */
export function decodeToken(text: string): DecodeResult {
  if (text.length > maxTokenLength) {
    const megabytes = maxTokenLength / 1024 ** 2;
    return fail(
      "too-long",
      `The text is longer than ${megabytes} MiB, which is the limit. Paste only the token.`,
    );
  }
  const compact = stripSurroundings(text);
  const written = compact.split(".");
  const parts = written.map(dropPadding);
  const [header = "", payload = "", signature = ""] = parts;
  const other = explainOtherText(compact, parts);
  if (other !== undefined) return { ok: false, failure: other };

  const headerReading = readPart(header, "header");
  if (!headerReading.ok) return headerReading;
  const payloadReading = readPart(payload, "payload");
  if (!payloadReading.ok) return payloadReading;
  const signatureBytes = readBase64Url(signature);

  return {
    ok: true,
    token: {
      compact,
      header: headerReading.value,
      payload: payloadReading.value,
      parts: {
        header: written[0] ?? "",
        payload: written[1] ?? "",
        signature: written[2] ?? "",
      },
      signature: signatureBytes.ok
        ? { isPresent: signature !== "", byteLength: signatureBytes.bytes.length }
        : { isPresent: true, byteLength: 0, problem: signatureBytes.why },
      duplicateMembers: {
        header: headerReading.duplicateMembers,
        payload: payloadReading.duplicateMembers,
      },
    },
  };
}

/**
 * Removes correct padding. A JWS must not have any (RFC 7515, section 2), but some issuers write
 * it.
 */
function dropPadding(part: string): string {
  return part.length % 4 === 0 && /[\w-]={1,2}$/u.test(part) ? part.replace(/={1,2}$/u, "") : part;
}

function explainOtherText(compact: string, parts: string[]): DecodeFailure | undefined {
  if (compact === "") {
    return {
      code: "empty",
      message: "There is nothing to decode. Paste an ID token or an access token.",
    };
  }
  if (parts.length === 3) return undefined;
  // The claims of a token are readable without its signature, which was lost while copying.
  if (parts.length === 2 && isClaims(parts)) return undefined;
  if (parts.length === 5 && isEncryptionHeader(parts[0] ?? "")) {
    const message =
      "This is an encrypted token (JWE, five parts): only the recipient can decrypt it. " +
      "Decrypt it at the recipient, or paste the signed token that it contains. " +
      "An access token requested without an audience is often encrypted: request one with an audience.";
    return { code: "encrypted", message };
  }
  // A refresh token can contain dots, but has no header.
  if (parts.length === 1 || !readPart(parts[0] ?? "", "header").ok) {
    const message =
      "This is an opaque token. Only its issuer can read it. " +
      "For an access token in JWT form, request one with an audience.";
    return { code: "opaque", message };
  }
  const missing =
    parts.length < 3
      ? "A part was probably lost while copying"
      : "Perhaps two tokens were pasted together";
  const message = `A JSON Web Token has three parts separated by dots, but this text has ${parts.length}. ${missing}. Copy the complete token.`;
  return { code: "part-count", message };
}

function isClaims([header = "", payload = ""]: readonly string[]): boolean {
  const reading = readPart(header, "header");
  return reading.ok && "alg" in reading.value && readPart(payload, "payload").ok;
}

/** Returns true for the header of a JWE: it contains `enc` (RFC 7516, section 9). */
function isEncryptionHeader(part: string): boolean {
  const reading = readPart(part, "header");
  return reading.ok && "enc" in reading.value;
}

function readPart(text: string, part: Part): PartReading {
  const decoded = readBase64Url(text);
  if (!decoded.ok) return failPart(part, decoded.why);
  const json = readUtf8(decoded.bytes);
  if (json === undefined) {
    return fail(
      "not-utf8",
      `The ${part} is base64url, but its bytes are not UTF-8 text. Copy the complete token.`,
      part,
    );
  }
  const reading = readJson(json);
  if (!reading.ok && reading.reason === "too-deep") {
    return fail(
      "too-deep",
      `The ${part} has more than ${maxJsonDepth} levels of nested values, which is the limit. Ask the issuer for a simpler token.`,
      part,
    );
  }
  if (!reading.ok) {
    const message = `The ${part} is base64url, but its content is not JSON. Either a part was lost while copying, or this is not a JSON Web Token.`;
    return fail("not-json", message, part);
  }
  if (!isJsonObject(reading.value)) {
    const message = `The ${part} is JSON, but not an object. Check that you copied a JSON Web Token.`;
    return fail("not-an-object", message, part);
  }
  return { ok: true, value: reading.value, duplicateMembers: reading.duplicateMembers };
}

function failPart(part: Part, why: string): { ok: false; failure: DecodeFailure } {
  return fail(
    "not-base64url",
    `The ${part} is not base64url: ${why}. Copy the complete token.`,
    part,
  );
}

function fail(
  code: DecodeFailure["code"],
  message: string,
  part?: Part,
): { ok: false; failure: DecodeFailure } {
  return { ok: false, failure: part === undefined ? { code, message } : { code, message, part } };
}
