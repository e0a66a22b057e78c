/** The codes of the errors that the worker itself throws. */
export type WorkerErrorCode =
  | "no-tenant"
  | "too-many-tenants"
  | "no-credential"
  | "locked"
  | "read-only"
  | "no-permission"
  | "tenant-unreachable"
  | "not-a-tenant"
  | "sandbox-not-started"
  | "local-tenant-not-found"
  | "foreign-login"
  | "no-login-window"
  | "list-incomplete"
  | "change-pending"
  | "newer-file"
  | "too-many-presets"
  | "update-held"
  | "managed";

/** Thrown if the worker refuses a command. The message is for the user. */
export class WorkerError extends Error {
  override readonly name = "WorkerError";
  readonly code: WorkerErrorCode;
  /** The origin of the tenant that responded instead of the entered one. */
  readonly #issuerOrigin: string | undefined;
  constructor(code: WorkerErrorCode, message: string, issuerOrigin?: string) {
    super(message);
    this.code = code;
    this.#issuerOrigin = issuerOrigin;
  }
  toFacts(): Record<string, unknown> {
    return this.#issuerOrigin === undefined ? {} : { issuerOrigin: this.#issuerOrigin };
  }
}
