import type { VerificationOutcome } from "../../../lib/tokens/verify-signature.ts";
import { Notice } from "../../shared/Notice.tsx";

/** The verdict on the signature, in words. */
export function Verification({ outcome }: { outcome: VerificationOutcome | null }) {
  if (outcome === null) {
    return (
      <Notice severity="note" title="Signature not checked">
        <span>Add a tenant in the options to check signatures against its keys.</span>
      </Notice>
    );
  }
  const titles = {
    verified: "Signature verified",
    "wrong-signature": "Signature is wrong",
    "unknown-key": "Signed with a key that the tenant does not publish",
    unsigned: "Not signed",
    "unsupported-algorithm": "Signature cannot be checked in a browser",
    "unsupported-header": "Signature not checked",
    "keys-unavailable": "Signature not checked: no keys",
  } as const;
  const severities = {
    verified: "good",
    "wrong-signature": "error",
    "unknown-key": "error",
    unsigned: "error",
    "unsupported-algorithm": "warning",
    "unsupported-header": "warning",
    "keys-unavailable": "warning",
  } as const;
  const { kind, message } = outcome;
  return (
    <Notice severity={severities[kind]} title={titles[kind]}>
      <span>{message}</span>
    </Notice>
  );
}
