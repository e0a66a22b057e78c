import type { JsonObject } from "../../encoding/json.ts";
import { checkFacts, type Check, type CheckId } from "../checks/check.ts";
import { showValue, type Finding } from "../finding.ts";
import type { JwePart } from "./find-jwe-findings.ts";

const findingsOf: Readonly<Partial<Record<CheckId, readonly string[]>>> = {
  form: ["jwe-part-invalid", "jwe-part-size"],
  algorithm: ["jwe-algorithm-missing", "jwe-rsa1-5", "critical-parameters"],
};

/** The checks that need the content of a JWE. */
const checksOfContent = ["signature", "issuer", "audience", "times"] as const;

/** Lists the checks of a JWE: those of its header and parts, and those that need its content. */
export function listJweChecks(
  header: JsonObject,
  parts: readonly JwePart[],
  findings: readonly Finding[],
): Check[] {
  const decide = (id: CheckId, rest: Pick<Check, "message" | "compared" | "source">): Check => {
    const own = findings.filter((finding) => findingsOf[id]?.includes(finding.id) === true);
    const worst =
      own.find(({ severity }) => severity === "error") ??
      own.find(({ severity }) => severity === "warning");
    const check = { id, title: checkFacts[id].title, ...rest };
    if (worst === undefined) return { ...check, outcome: "passed" };
    const { severity, title, remedy } = worst;
    const outcome = severity === "error" ? "failed" : "warning";
    return { ...check, outcome, message: `${title}.`, remedy };
  };
  const sizes = parts.map(({ name, bytes }) => ({
    label: name,
    value: bytes === null ? "not base64url" : `${bytes} bytes`,
  }));
  return [
    decide("form", {
      message: "Five parts with the sizes that alg and enc require.",
      compared: sizes,
      source: "RFC 7516, section 5.2; RFC 7518, sections 4.5, 5.2 and 5.3",
    }),
    decide("algorithm", {
      message: "The header names how key and content are encrypted.",
      compared: [
        { label: "alg", value: showValue(header["alg"]) },
        { label: "enc", value: showValue(header["enc"]) },
      ],
      source: "RFC 7516, sections 4.1.1 and 4.1.2",
    }),
    ...checksOfContent.map((id): Check => ({
      id,
      ...checkFacts[id],
      outcome: "not-checked",
      message: "The content is encrypted: only the recipient can check it.",
      compared: [],
    })),
  ];
}
