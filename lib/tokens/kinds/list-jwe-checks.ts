import type { JsonObject } from "../../encoding/json.ts";
import type { Check } from "../checks/check.ts";
import { decideCheck } from "../checks/decide-check.ts";
import type { CheckDraft } from "../checks/token-facts.ts";
import { showValue, type Finding } from "../finding.ts";
import type { JwePart } from "./find-jwe-findings.ts";

/** The checks that need the content of a JWE. */
const checksOfContent = ["signature", "issuer", "audience", "times"] as const;

/** Lists the checks of a JWE: those of its header and parts, and those that need its content. */
export function listJweChecks(
  header: JsonObject,
  parts: readonly JwePart[],
  findings: readonly Finding[],
): Check[] {
  const sizes = parts.map(({ name, bytes }) => ({
    label: name,
    value: bytes === null ? "not base64url" : `${bytes} bytes`,
  }));
  const drafts: CheckDraft[] = [
    {
      id: "form",
      passed: "Five parts with the sizes that alg and enc require.",
      compared: sizes,
      source: "RFC 7516, section 5.2; RFC 7518, sections 4.5, 5.2 and 5.3",
    },
    {
      id: "algorithm",
      passed: "The header names how key and content are encrypted.",
      compared: [
        { label: "alg", value: showValue(header["alg"]) },
        { label: "enc", value: showValue(header["enc"]) },
      ],
      source: "RFC 7516, sections 4.1.1 and 4.1.2",
    },
    ...checksOfContent.map((id) => ({
      id,
      passed: "",
      unchecked: "The content is encrypted: only the recipient can check it.",
      compared: [],
    })),
  ];
  return drafts.map((draft) => decideCheck(draft, findings));
}
