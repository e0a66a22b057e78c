import type { Check, CheckId } from "./checks/check.ts";
import type { Finding } from "./finding.ts";
import { isAboutSignature } from "./finding-table.ts";
import type { TokenReport } from "./inspect-token.ts";
import type { TokenKind, TokenUse } from "./kinds/token-kind.ts";

type ReadReport = Extract<TokenReport, { kind: "read" }>;

/** The verdict about a token, with its root cause, and the other findings. */
export interface TokenVerdict {
  tokenKind: TokenKind;
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
export function classifyToken(report: ReadReport): TokenVerdict {
  const [first, ...others] = report.findings;
  const { tokenKind } = report;
  const signature = describeSignature(report);
  if (first !== undefined && first.severity !== "note") {
    const { severity, title, why, remedy, seen, source, libraryError } = first;
    const facts = { severity, title, message: why, remedy, seen, source };
    return {
      tokenKind,
      ...facts,
      ...(libraryError === undefined ? {} : { libraryError }),
      ...(isAboutSignature(first.id) ? {} : { signature }),
      otherFindings: others,
    };
  }
  const otherFindings = report.findings;
  if (report.verification?.kind !== "verified") {
    return {
      tokenKind,
      severity: report.verification === null ? "note" : "warning",
      title: "Signature not checked",
      message:
        report.verification?.message ??
        "Add a tenant in the options to check signatures against its keys.",
      otherFindings,
    };
  }
  return {
    tokenKind,
    severity: "good",
    title: report.use === "dpop_proof" ? "Valid proof of possession" : "Valid",
    message: describeChecked(report),
    signature,
    otherFindings,
  };
}

/** The checks that the message of a valid token names, in its order. */
const namedChecks: readonly CheckId[] = [
  "signature",
  "issuer",
  "audience",
  "nonce",
  "times",
  "events",
  "request",
  "binding",
];

/** Names the checks that were made: a valid signature alone does not make a token valid. */
function describeChecked({ use, checks }: ReadReport): string {
  const list = (outcome: Check["outcome"]) =>
    namedChecks.flatMap((id) => checks.filter((one) => one.id === id && one.outcome === outcome));
  const passed = `${listTitles(list("passed"))} valid.`;
  const open = list("not-checked");
  const unchecked = open.length === 0 ? "" : ` Not checked: ${open.map(writeTitle).join(", ")}.`;
  const hints: Partial<Record<TokenUse, string>> = {
    access_token: " The API that receives the token must check audience and scopes.",
    dpop_proof:
      " The signature proves possession of the key in the proof's header, not who has that key.",
  };
  return `${passed}${unchecked}${hints[use] ?? ""}`;
}

/** Lists the titles as the subject of a sentence: "Signature, issuer and times are". */
function listTitles(checks: readonly Check[]): string {
  const titles = checks.map(writeTitle);
  const last = titles.at(-1) ?? "";
  const text = titles.length < 2 ? last : `${titles.slice(0, -1).join(", ")} and ${last}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${titles.length < 2 ? "is" : "are"}`;
}

function writeTitle({ title }: Check): string {
  return title.toLowerCase();
}

function describeSignature({ verification: outcome, use }: ReadReport): string {
  const isPasted = outcome?.keys === "pasted";
  if (outcome === null) {
    return use === "dpop_proof"
      ? "Not checked: the header has no public key."
      : "Not checked: no tenant is selected.";
  }
  switch (outcome.kind) {
    case "verified":
      return outcome.message;
    case "wrong-signature":
      return use === "dpop_proof"
        ? "Does not match the key in the header."
        : isPasted
          ? "Does not match the pasted keys."
          : "Does not match the tenant's keys.";
    case "other-algorithm":
      return `Valid under a key that is declared for ${outcome.declared}.`;
    case "unknown-key":
      return isPasted
        ? "Not checked: the pasted keys do not contain the key."
        : "Not checked: the tenant does not publish the key.";
    case "unsigned":
      return "None (alg none).";
    case "unsupported-algorithm":
      return `Not checked: ${outcome.alg ?? "a token without alg"} cannot be verified in a browser.`;
    case "unsupported-header":
      return `Not checked: the header contains ${outcome.parameter}.`;
    case "keys-unavailable":
      return isPasted
        ? "Not checked: the pasted key is not usable."
        : "Not checked: could not load the tenant's keys.";
  }
  return outcome satisfies never;
}
