import * as z from "zod/mini";
import {
  companionHashesSchema,
  findHashFindings,
  hashCompanions,
  type Companions,
} from "./companion-hashes.ts";
import {
  decodedTokenSchema,
  decodeFailureSchema,
  decodeToken,
  type DecodedToken,
} from "./decode-token.ts";
import { claimExplanationSchema, explainClaims, explainHeader } from "./explain-claims.ts";
import { findSignatureFindings } from "./find-signature-findings.ts";
import { findingSchema, tokenUseSchema, type FindingsContext, type TokenUse } from "./finding.ts";
import { dropConsequences, findFindings, sortFindings } from "./findings.ts";
import { verificationOutcomeSchema, verifySignature, type KeySource } from "./verify-signature.ts";

/**
 * The result of an inspection. The report contains the token: keep it in memory only, and redact
 * each export.
 */
export const tokenReportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unreadable"), failure: decodeFailureSchema }),
  z.object({
    kind: z.literal("read"),
    token: decodedTokenSchema,
    use: tokenUseSchema,
    header: z.array(claimExplanationSchema),
    claims: z.array(claimExplanationSchema),
    /** Null if the signature was not checked, because no tenant is selected. */
    verification: z.nullable(verificationOutcomeSchema),
    /** The expected hashes of the access token and the code of the same response. */
    companionHashes: companionHashesSchema,
    /** Root cause first. */
    findings: z.array(findingSchema),
  }),
]);
export type TokenReport = z.infer<typeof tokenReportSchema>;

export interface InspectionContext extends Omit<FindingsContext, "use"> {
  /** Default: guessed from the token. */
  use?: TokenUse;
  /** The keys of the selected tenant. Without them, the signature is not checked. */
  keys?: KeySource;
  /** The access token and the code of the same response. */
  companions?: Companions;
}

/** Decodes, verifies and explains a token, and lists its problems. Does not reject. */
export async function inspectToken(text: string, context: InspectionContext): Promise<TokenReport> {
  const decoded = decodeToken(text);
  if (!decoded.ok) return { kind: "unreadable", failure: decoded.failure };
  const { token } = decoded;
  const { keys, companions = {}, use = guessTokenUse(token), ...facts } = context;
  const tenantIssuer = facts.tenantIssuer ?? keys?.issuer;
  const findings = findFindings(token, {
    ...facts,
    use,
    ...(tenantIssuer === undefined ? {} : { tenantIssuer }),
  });
  const verification = keys === undefined ? null : await verifySignature(token, keys);
  const fromSignature =
    verification === null ? [] : findSignatureFindings(token, verification, use);
  const companionHashes = use === "id_token" ? await hashCompanions(token, companions) : {};
  return {
    kind: "read",
    token,
    use,
    header: explainHeader(token.header, context),
    claims: explainClaims(token.payload, context),
    verification,
    companionHashes,
    findings: sortFindings(
      dropConsequences([
        ...fromSignature,
        ...findings,
        ...findHashFindings(token, companionHashes),
      ]),
    ),
  };
}

/**
 * Guesses the use of a token. The `typ` at+jwt or a `scope` marks an access token (RFC 9068,
 * section 2). A nonce or a hash marks an ID token (OpenID Connect Core 1.0, section 2).
 */
function guessTokenUse({ header, payload }: DecodedToken): TokenUse {
  const typ = typeof header["typ"] === "string" ? header["typ"].toLowerCase() : "";
  if (typ === "at+jwt" || typ === "application/at+jwt") return "access_token";
  if (["nonce", "at_hash", "c_hash", "auth_time"].some((name) => name in payload))
    return "id_token";
  if ("scope" in payload || "permissions" in payload || "gty" in payload) return "access_token";
  return "unknown";
}
