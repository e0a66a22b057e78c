import type { Finding } from "../finding.ts";
import type { KnownToken } from "../findings.ts";
import type { CheckId, ComparedValue } from "./check.ts";

/** The input of the checks of one token. */
export interface TokenFacts extends Required<KnownToken> {
  findings: readonly Finding[];
}

/** A check before its outcome is known. The findings decide whether it has failed. */
export interface CheckDraft {
  id: CheckId;
  /** The message if no finding belongs to the check. */
  passed: string;
  /** The reason why the check has failed without a finding, if there is one. */
  failed?: string | undefined;
  compared: ComparedValue[];
  /** The reason why the check was not made, if there is one. */
  unchecked?: string | undefined;
  /** The reason why the check does not apply, if there is one. */
  notApplicable?: string | undefined;
  /** A fact that follows the message, whatever the outcome is. */
  remark?: string | undefined;
  /** Replaces the specification of the check. */
  source?: string;
}
