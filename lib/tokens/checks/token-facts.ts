import type { CompanionHashes } from "../companion-hashes.ts";
import type { DecodedToken } from "../decode-token.ts";
import type { Finding, FindingsContext } from "../finding.ts";
import type { Binding } from "../kinds/dpop-binding.ts";
import type { VerificationOutcome } from "../verify-signature.ts";
import type { CheckId, ComparedValue } from "./check.ts";

/** The input of the checks of one token. */
export interface TokenFacts {
  token: DecodedToken;
  /** The expected values, and the use that was decided. */
  context: FindingsContext;
  verification: VerificationOutcome | null;
  companionHashes: CompanionHashes;
  binding: Binding;
  findings: readonly Finding[];
}

/** A check before its outcome is known. The findings decide whether it has failed. */
export interface CheckDraft {
  id: CheckId;
  /** The message if no finding belongs to the check. */
  passed: string;
  compared: ComparedValue[];
  /** The reason why the check was not made, if there is one. */
  unchecked?: string | undefined;
  /** The reason why the check does not apply, if there is one. */
  notApplicable?: string | undefined;
  /** Replaces the specification of the check. */
  source?: string;
}
