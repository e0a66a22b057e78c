import * as z from "zod/mini";
import { readText, type JsonObject } from "../../encoding/json.ts";
import { checkSchema } from "../checks/check.ts";
import { claimExplanationSchema, explainHeader } from "../explain-claims.ts";
import { findingSchema, showValue } from "../finding.ts";
import { readBase64Url } from "../read-base64url.ts";
import { stripSurroundings } from "../strip-surroundings.ts";
import { findJweFindings } from "./find-jwe-findings.ts";
import { explainContentKey, explainKeyEncryption } from "./jwe-algorithms.ts";
import { listJweChecks } from "./list-jwe-checks.ts";
import { readHeaderObject } from "./read-header-object.ts";
import { tokenKindSchema } from "./token-kind.ts";

/** The facts about a JWE that are readable without its key (RFC 7516, section 3.1). */
export const jweReportSchema = z.object({
  kind: z.literal("encrypted"),
  tokenKind: tokenKindSchema,
  header: z.array(claimExplanationSchema),
  /** The sizes of the five parts in bytes, in their order; null if one is not base64url. */
  parts: z.array(z.object({ name: z.string(), bytes: z.nullable(z.number()) })),
  /** The key that decrypts the token, and who has it. */
  keyNeeded: z.string(),
  /** The algorithm and the key size that encrypt the content. */
  contentKey: z.string(),
  findings: z.array(findingSchema),
  checks: z.array(checkSchema),
});
export type JweReport = z.infer<typeof jweReportSchema>;

const partNames = [
  "header",
  "encrypted key",
  "initialization vector",
  "ciphertext",
  "authentication tag",
];

/** Describes a JWE in compact form; returns undefined for any other text. */
export function describeJwe(text: string, { now }: { now: number }): JweReport | undefined {
  const parts = stripSurroundings(text).split(".");
  const header = parts.length === 5 ? readHeaderObject(parts[0] ?? "") : undefined;
  if (header === undefined || !("enc" in header)) return undefined;
  const sizes = partNames.map((name, place) => {
    const reading = readBase64Url(parts[place] ?? "");
    return { name, bytes: reading.ok ? reading.bytes.length : null };
  });
  const kid =
    header["kid"] === undefined ? "" : ` The header names the key ${showValue(header["kid"])}.`;
  const findings = findJweFindings(header, sizes);
  return {
    kind: "encrypted",
    tokenKind: {
      id: "encrypted",
      title: isNested(header) ? "Encrypted JWT (JWE with a signed token)" : "Encrypted token (JWE)",
      evidence: ["five parts", `header enc ${showValue(header["enc"])}`],
    },
    header: explainHeader(header, { now }),
    parts: sizes,
    keyNeeded: `${explainKeyEncryption(header)}${kid}`,
    contentKey: explainContentKey(header),
    findings,
    checks: listJweChecks(header, sizes, findings),
  };
}

function isNested(header: JsonObject): boolean {
  return /^(?:application\/)?jwt$/iu.test(readText(header["cty"]) ?? "");
}
