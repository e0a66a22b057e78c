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
import { verificationOutcomeSchema, verifySignature, type KeySource } from "../verify-signature.ts";
import { readType } from "./decide-kind.ts";
import { readHeaderObject } from "./read-header-object.ts";
import { tokenKindSchema } from "./token-kind.ts";

/** A JWS whose payload is not a set of claims (RFC 7515): signed content, but not a JWT. */
export const contentReportSchema = z.object({
  kind: z.literal("content"),
  tokenKind: tokenKindSchema,
  header: z.array(claimExplanationSchema),
  /** The size of the payload in bytes; 0 for detached content (RFC 7515, appendix F). */
  bytes: z.number(),
  /** The start of the payload, if it is text. */
  text: z.optional(z.string()),
  /** Null without keys, and for detached content. */
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

/**
 * Describes a JWS with other content than claims. Returns undefined for a payload that begins like
 * claims, or is declared as a JWT: such a token is damaged, unless its signature is valid.
 */
export async function describeContent(
  text: string,
  { now, keys }: { now: number; keys?: KeySource | undefined },
): Promise<ContentReport | undefined> {
  const token = readParts(text);
  if (token === undefined) return undefined;
  const payload = readBase64Url(token.parts.payload);
  if (!payload.ok) return undefined;
  const { bytes } = payload;
  const content = readUtf8(bytes);
  const isDetached = bytes.length === 0;
  const verification = keys === undefined || isDetached ? null : await verifySignature(token, keys);
  const isLikeClaims =
    content?.trimStart().startsWith("{") === true || readType(token.header).endsWith("jwt");
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
    bytes: bytes.length,
    ...(content === undefined || isDetached
      ? {}
      : { text: shorten(showHidden(content), maxText - 1) }),
    verification,
    findings: [
      ...findHeaderFindings(token, { now, use: "unknown" }).filter(({ id }) =>
        headerFindings.has(id),
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
