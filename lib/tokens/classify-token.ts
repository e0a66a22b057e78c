import type { Finding } from "./finding.ts";
import type { TokenReport } from "./inspect-token.ts";
import type { VerificationOutcome } from "./verify-signature.ts";

type ReadReport = Extract<TokenReport, { kind: "read" }>;

/** The verdict about a token, with its root cause, and the other findings. */
export interface TokenVerdict {
  /** good: the signature is verified, and no finding is an error or a warning. */
  severity: "good" | "error" | "warning" | "note";
  title: string;
  message: string;
  remedy?: string;
  /** The values of the token that led to the verdict. */
  seen?: string;
  source?: string;
  libraryError?: string;
  /** The outcome of the signature check; absent if the verdict is about the signature. */
  signature?: string;
  otherFindings: readonly Finding[];
}

/** Derives the verdict from the report: valid, or the root cause of the refusal. */
export function classifyToken(report: ReadReport, context: { isFromLogin: boolean }): TokenVerdict {
  const [first, ...others] = report.findings;
  const signature = describeSignature(report.verification);
  if (first !== undefined && first.severity !== "note") {
    const { severity, title, why, remedy, seen, source, libraryError } = first;
    const facts = { severity, title, message: why, remedy, seen, source };
    return {
      ...facts,
      ...(libraryError === undefined ? {} : { libraryError }),
      ...(isAboutSignature(first) ? {} : { signature }),
      otherFindings: others,
    };
  }
  const otherFindings = report.findings;
  if (report.verification?.kind !== "verified") {
    return {
      severity: report.verification === null ? "note" : "warning",
      title: "Signature not checked",
      message:
        report.verification?.message ??
        "Add a tenant in the options to check signatures against its keys.",
      otherFindings,
    };
  }
  return {
    severity: "good",
    title: "Valid",
    message: describeChecked(report, context),
    signature,
    otherFindings,
  };
}

function isAboutSignature({ id }: Finding): boolean {
  return /^(?:alg|signature|key-unknown|critical-parameters)/.test(id);
}

/** Names the checks that were made: a valid signature alone does not make a token valid. */
function describeChecked({ use }: ReadReport, { isFromLogin }: { isFromLogin: boolean }): string {
  const always = "Signature, issuer and times are valid.";
  if (use === "access_token") {
    return `${always} The API that receives the token must check audience and scopes.`;
  }
  return isFromLogin
    ? "Signature, issuer, audience, nonce and times are valid."
    : `${always} Audience and nonce were not checked: the expected values are known only for the tokens of a run.`;
}

function describeSignature(outcome: VerificationOutcome | null): string {
  if (outcome === null) return "Not checked: no tenant is selected.";
  switch (outcome.kind) {
    case "verified":
      return outcome.message;
    case "wrong-signature":
      return "Does not match the tenant's keys.";
    case "unknown-key":
      return "Not checked: the tenant does not publish the key.";
    case "unsigned":
      return "None (alg none).";
    case "unsupported-algorithm":
      return `Not checked: ${outcome.alg ?? "a token without alg"} cannot be verified in a browser.`;
    case "unsupported-header":
      return `Not checked: the header contains ${outcome.parameter}.`;
    case "keys-unavailable":
      return "Not checked: could not load the tenant's keys.";
  }
  return outcome satisfies never;
}
