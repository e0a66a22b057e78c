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
    "unsupported-algorithm": "Signature cannot be checked in a browser",
    "unsupported-header": "Signature not checked",
    "keys-unavailable": "Signature not checked: no keys",
  } as const;
  const severity =
    outcome.kind === "verified"
      ? "good"
      : outcome.kind === "wrong-signature" || outcome.kind === "unknown-key"
        ? "error"
        : "warning";
  return (
    <Notice severity={severity} title={titles[outcome.kind]}>
      <span>{outcome.message}</span>
    </Notice>
  );
}
