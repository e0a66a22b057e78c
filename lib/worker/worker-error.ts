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
  | "foreign-login"
  | "no-login-window"
  | "list-incomplete"
  | "change-pending"
  | "newer-file"
  | "too-many-presets";

/** Thrown if the worker refuses a command. The message is for the user. */
export class WorkerError extends Error {
  override readonly name = "WorkerError";
  readonly code: WorkerErrorCode;
  constructor(code: WorkerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
