export type StateFileErrorCode = "unreadable" | "broken" | "unwritable" | "in-use";

/** The data file cannot be used. */
export class StateFileError extends Error {
  override name = "StateFileError";
  readonly code: StateFileErrorCode;

  constructor(code: StateFileErrorCode, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Returns the system's error code, such as `ENOSPC`. */
export function readErrorCode(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
}
