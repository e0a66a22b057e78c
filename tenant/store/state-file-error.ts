export type StateFileErrorCode = "unreadable" | "broken" | "unwritable" | "in-use";

/** The file with the tenant's state cannot be used. */
export class StateFileError extends Error {
  override name = "StateFileError";
  readonly code: StateFileErrorCode;

  constructor(code: StateFileErrorCode, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The system's code of a failure, such as `ENOSPC`. */
export function readErrorCode(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
}
