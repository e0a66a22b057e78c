import { NoTokenError, type AccessTokenSource, type NoTokenCode } from "../events/ports.ts";
import type { AccessTokenSource as ManagementTokenSource } from "../management/credentials/credentials.ts";
import { SealedStoreError } from "../management/credentials/sealed-store-error.ts";
import {
  ManagementError,
  type ManagementErrorCode,
} from "../management/refusals/management-error.ts";
import { WorkerError } from "./worker-error.ts";

/** The stream's code for a management error. An error that is not listed is `unavailable`. */
const noTokenCodes: Partial<Record<ManagementErrorCode, NoTokenCode>> = {
  "credentials-refused": "refused",
  "rate-limited": "rate-limited",
  "invalid-address": "missing",
  "login-required": "missing",
  "not-found": "missing",
  "token-expired": "missing",
  unauthorized: "missing",
};

const transientCodes: ReadonlySet<string> = new Set(["key-store-failed", "storage-failed"]);

/** Wraps a token source for the stream: a failure becomes a {@link NoTokenError}. */
export function createStreamToken(source: ManagementTokenSource): AccessTokenSource {
  return async (options) => {
    try {
      return await source(options);
    } catch (error) {
      throw explain(error);
    }
  };
}

function explain(error: unknown): NoTokenError {
  if (error instanceof ManagementError) {
    return new NoTokenError(
      noTokenCodes[error.code] ?? "unavailable",
      error.message,
      error.retryAt,
    );
  }
  const message = error instanceof Error ? error.message : "";
  const isMissing =
    error instanceof WorkerError ||
    (error instanceof SealedStoreError && !transientCodes.has(error.code));
  return new NoTokenError(isMissing ? "missing" : "unavailable", message);
}
