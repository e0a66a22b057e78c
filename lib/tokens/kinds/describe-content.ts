import * as z from "zod/mini";
import { shorten } from "../../encoding/shorten.ts";
import { showHidden } from "../../encoding/show-hidden.ts";
import type { DecodedToken } from "../decode-token.ts";
import { claimExplanationSchema, explainHeader } from "../explain-claims.ts";
import { findHeaderFindings } from "../find-header-findings.ts";
import { findSignatureFindings } from "../find-signature-findings.ts";
import { findingSchema } from "../finding.ts";
import { readBase64Url, readUtf8 } from "../read-base64url.ts";
import { stripSurroundings } from "../strip-surroundings.ts";
import {
  hasOnlyEncoding,
  verificationOutcomeSchema,
  verifySignature,
  type KeySource,
} from "../verify-signature.ts";
import { readType } from "./decide-kind.ts";
import { readHeaderObject } from "./read-header-object.ts";
import { tokenKindSchema } from "./token-kind.ts";

/** A JWS whose payload is not a set of claims (RFC 7515): signed content, but not a JWT. */
export const contentReportSchema = z.object({
  kind: z.literal("content"),
  tokenKind: tokenKindSchema,
  header: z.array(claimExplanationSchema),
  /** True if the content is not in the text (RFC 7515, appendix F). */
  isDetached: z.boolean(),
  /** The size of the content in bytes; 0 for detached content that is not known. */
  bytes: z.number(),
  /** The start of the payload, if it is text. */
  text: z.optional(z.string()),
  /** Null without keys or without the content. */
  verification: z.nullable(verificationOutcomeSchema),
  findings: z.array(findingSchema),
});
export type ContentReport = z.infer<typeof contentReportSchema>;

const maxText = 500;

/** The findings about a header that do not depend on claims. */
const headerFindings = new Set([
  "alg-missing",
  "alg-none",
  "signature-missing",
  "critical-parameters",
  "key-from-token",
]);

export interface DescribeOptions {
  /** Unix time in ms. */
  now: number;
  keys?: KeySource | undefined;
  /** The content of a JWS that does not contain it. */
  detached?: Uint8Array | undefined;
}

/**
 * Describes a JWS with other content than claims. Returns undefined for a payload that begins like
 * claims, or is declared as a JWT: such a token is damaged, unless its signature is valid.
 */
export async function describeContent(
  text: string,
  { now, keys, detached }: DescribeOptions,
): Promise<ContentReport | undefined> {
  const token = readParts(text);
  if (token === undefined) return undefined;
  const payload = readBase64Url(token.parts.payload);
  if (!payload.ok) return undefined;
  const isDetached = payload.bytes.length === 0;
  const bytes = isDetached ? detached : payload.bytes;
  const content = bytes === undefined ? undefined : readUtf8(bytes);
  const verification =
    keys === undefined || bytes === undefined
      ? null
      : await verifySignature(isDetached ? { ...token, detached: bytes } : token, keys);
  // RFC 7797 lets detached content be signed without base64url.
  const isPlain = isDetached && hasOnlyEncoding(token.header);
  const isLikeClaims =
    (!isDetached && content?.trimStart().startsWith("{") === true) ||
    readType(token.header).endsWith("jwt");
  if (isLikeClaims && verification?.kind !== "verified") return undefined;
  const evidence = isDetached ? "the payload is empty" : "the payload is not a JSON object";
  return {
    kind: "content",
    tokenKind: {
      id: "signed-content",
      title: isDetached ? "Signature of detached content (JWS)" : "Signed content (JWS), not a JWT",
      evidence: ["three parts", evidence],
    },
    header: explainHeader(token.header, { now }),
    isDetached,
    bytes: bytes?.length ?? 0,
    ...(content === undefined ? {} : { text: shorten(showHidden(content), maxText - 1) }),
    verification,
    findings: [
      ...findHeaderFindings(token, { now, use: "unknown" }).filter(
        ({ id }) => headerFindings.has(id) && !(id === "critical-parameters" && isPlain),
      ),
      ...(verification === null
        ? []
        : findSignatureFindings(token, verification, { use: "unknown" })),
    ],
  };
}

/** Reads header and signature. The payload of the result is empty: it has no claims. */
function readParts(text: string): DecodedToken | undefined {
  const compact = stripSurroundings(text);
  const [first = "", payload = "", signature = "", ...rest] = compact.split(".");
  const header = readHeaderObject(first);
  const signed = readBase64Url(signature);
  if (rest.length > 0 || header === undefined || !signed.ok) return undefined;
  return {
    compact,
    header,
    payload: {},
    parts: { header: first, payload, signature },
    signature: { isPresent: signature !== "", byteLength: signed.bytes.length },
    duplicateMembers: { header: [], payload: [] },
  };
}
