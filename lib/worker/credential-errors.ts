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

export function lostCredential(): WorkerError {
  return new WorkerError(
    "no-credential",
    "The remembered credential of this tenant was lost: the browser closed while another credential was being erased. Add it again in the options.",
  );
}
