import * as z from "zod/mini";
import { checkSchema } from "./checks/check.ts";
import { listTokenChecks } from "./checks/list-token-checks.ts";
import { companionHashesSchema, hashCompanions, type Companions } from "./companion-hashes.ts";
import {
  decodedTokenSchema,
  decodeFailureSchema,
  decodeToken,
  type DecodedToken,
  type DecodeFailure,
  type DecodeResult,
} from "./decode-token.ts";
import { claimExplanationSchema, explainClaims, explainHeader } from "./explain-claims.ts";
import { findingSchema, type FindingsContext } from "./finding.ts";
import { decideKind } from "./kinds/decide-kind.ts";
import { bindingSchema, readBinding } from "./kinds/dpop-binding.ts";
import { verifyProof } from "./kinds/dpop-key.ts";
import { contentReportSchema, describeContent } from "./kinds/describe-content.ts";
import { describeJwe, jweReportSchema } from "./kinds/describe-jwe.ts";
import { describeOpaque, opaqueReportSchema } from "./kinds/describe-opaque.ts";
import { tokenKindSchema, tokenUseSchema, type TokenUse } from "./kinds/token-kind.ts";
import { findFindings } from "./findings.ts";
import {
  verificationOutcomeSchema,
  verifySignature,
  type KeySource,
  type VerificationOutcome,
} from "./verify-signature.ts";

/**
 * The result of an inspection. The report contains the token: keep it in memory only, and redact
 * each export.
 */
export const tokenReportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unreadable"), failure: decodeFailureSchema }),
  z.object({
    kind: z.literal("read"),
    token: decodedTokenSchema,
    tokenKind: tokenKindSchema,
    /** The rules that were applied. */
    use: tokenUseSchema,
    header: z.array(claimExplanationSchema),
    claims: z.array(claimExplanationSchema),
    /** Null if the signature was not checked, because no tenant is selected. */
    verification: z.nullable(verificationOutcomeSchema),
    /** The expected hashes of the access token and the code of the same response. */
    companionHashes: companionHashesSchema,
    /** The thumbprints that bind an access token and a DPoP proof. */
    binding: bindingSchema,
    /** Root cause first. */
    findings: z.array(findingSchema),
    /** The checks that apply to the kind of the token, with the compared values. */
    checks: z.array(checkSchema),
  }),
  contentReportSchema,
  jweReportSchema,
  opaqueReportSchema,
]);
export type TokenReport = z.infer<typeof tokenReportSchema>;

export interface InspectionContext extends Omit<FindingsContext, "use" | "kind"> {
  /** Default: decided by the token. */
  use?: TokenUse;
  /** The keys of the selected tenant. Without them, the signature is not checked. */
  keys?: KeySource;
  /** The access token and the code of the same response. */
  companions?: Companions;
  /** The result of `decodeToken` for the text. Default: it is decoded here. */
  decoded?: DecodeResult;
  /** The content of a JWS that does not contain it. */
  detached?: Uint8Array;
  /** The tokens that were found beside this one, for example in the same text. */
  others?: readonly string[];
}

/** Decodes, verifies and explains a token, and lists its problems. Does not reject. */
export async function inspectToken(text: string, context: InspectionContext): Promise<TokenReport> {
  const { decoded = decodeToken(text), ...rest } = context;
  if (!decoded.ok) return describeOther(text, decoded.failure, context);
  const { token } = decoded;
  const { keys, companions = {}, others = [], use: knownUse, detached: _none, ...facts } = rest;
  const { use, kind, tokenKind } = decideKind(token, {
    ...(knownUse === undefined ? {} : { use: knownUse }),
    ...(facts.name === undefined ? {} : { name: facts.name }),
    ...(facts.clientId === undefined ? {} : { clientId: facts.clientId }),
  });
  const tenantIssuer = facts.tenantIssuer ?? keys?.issuer;
  const expected = { ...facts, use, kind, ...(tenantIssuer === undefined ? {} : { tenantIssuer }) };
  const verification = await verify(token, use, keys);
  const binding = await readBinding(token, use, others);
  const companionHashes = use === "id_token" ? await hashCompanions(token, companions) : {};
  const known = { token, verification, companionHashes, binding };
  const judged = { ...known, findings: findFindings({ ...known, context: expected }) };
  return {
    kind: "read",
    tokenKind,
    use,
    header: explainHeader(token.header, context),
    claims: explainClaims(token.payload, context),
    checks: listTokenChecks({ ...judged, context: expected }),
    ...judged,
  };
}

/** Verifies with the tenant's keys, or a DPoP proof with its own key; null without a key. */
async function verify(
  token: DecodedToken,
  use: TokenUse,
  keys: KeySource | undefined,
): Promise<VerificationOutcome | null> {
  if (use === "dpop_proof") return verifyProof(token);
  return keys === undefined ? null : verifySignature(token, keys);
}

/** Describes a token without readable claims: encrypted, opaque, other content, or damaged. */
async function describeOther(
  text: string,
  failure: DecodeFailure,
  { now, name, keys, detached }: InspectionContext,
): Promise<TokenReport> {
  const encrypted = failure.code === "encrypted" ? describeJwe(text, { now }) : undefined;
  if (encrypted !== undefined) return encrypted;
  if (failure.code === "opaque") return describeOpaque(text, name);
  const hasOtherPayload =
    failure.part === "payload" && ["not-json", "not-utf8", "not-an-object"].includes(failure.code);
  const content = hasOtherPayload
    ? await describeContent(text, { now, keys, detached })
    : undefined;
  if (content !== undefined) return content;
  return { kind: "unreadable", failure };
}
