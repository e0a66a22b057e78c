import type { CredentialLoss } from "../messages/credential.ts";
import { WorkerError } from "./worker-error.ts";

export function noCredential(): WorkerError {
  return new WorkerError(
    "no-credential",
    "This tenant has no management credential. Add one in the options.",
  );
}

export function lockedCredential(): WorkerError {
  return new WorkerError(
    "locked",
    "The credential of this tenant is locked. Enter its passphrase in the popup or in the options.",
  );
}

const losses: Readonly<Record<CredentialLoss, string>> = {
  erasure:
    "The remembered credential of this tenant was lost: the browser closed while another credential was being erased.",
  update:
    "The credential of this tenant was in memory only, and the extension was updated, reloaded or disabled.",
};

export function lostCredential(loss: CredentialLoss): WorkerError {
  return new WorkerError("no-credential", `${losses[loss]} Add it again in the options.`);
}
