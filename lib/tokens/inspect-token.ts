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

/** All there is to show about one pasted token. Holds the token itself: memory only, and never into an export unredacted. */
export const tokenReportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unreadable"), failure: decodeFailureSchema }),
  z.object({
    kind: z.literal("read"),
    token: decodedTokenSchema,
    use: tokenUseSchema,
    header: z.array(claimExplanationSchema),
    claims: z.array(claimExplanationSchema),
    /** null while no tenant is chosen: then nothing was checked. */
    verification: z.nullable(verificationOutcomeSchema),
    /** Hashes of what came with the token in one response, as it must carry them. */
    companionHashes: companionHashesSchema,
    /** Root cause first. */
    findings: z.array(findingSchema),
  }),
]);
export type TokenReport = z.infer<typeof tokenReportSchema>;

export interface InspectionContext extends Omit<FindingsContext, "use"> {
  /** Guessed from the token when left out. */
  use?: TokenUse;
  /** The keys of the tenant that the user chose; without them the signature stays unchecked. */
  keys?: KeySource;
  /** What came with the token in one response. */
  companions?: Companions;
}

/** Decodes, verifies and explains a token, and lists what is wrong with it. Never rejects for its content. */
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
 * What a token seems to be for: `typ` at+jwt or a `scope` marks an access token (RFC 9068, section 2), a nonce or one of the
 * hashes an ID token (OpenID Connect Core 1.0, section 2).
 */
function guessTokenUse({ header, payload }: DecodedToken): TokenUse {
  const typ = typeof header["typ"] === "string" ? header["typ"].toLowerCase() : "";
  if (typ === "at+jwt" || typ === "application/at+jwt") return "access_token";
  if (["nonce", "at_hash", "c_hash", "auth_time"].some((name) => name in payload))
    return "id_token";
  if ("scope" in payload || "permissions" in payload || "gty" in payload) return "access_token";
  return "unknown";
}
