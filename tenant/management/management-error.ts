import { Refusal } from "../http/refusal.ts";
import type { TenantRequest } from "../http/tenant-app.ts";

const phrases = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  410: "Gone",
  413: "Request Entity Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
} as const;

type ManagementStatus = keyof typeof phrases;

interface ManagementErrorDetails {
  /** Machine-readable cause; many errors of the service carry none. */
  errorCode?: string;
  attributes?: { error: string };
}

/** An error of the Management API, in its envelope. */
export class ManagementError extends Refusal {
  override name = "ManagementError";
  readonly #status: ManagementStatus;
  readonly #details: ManagementErrorDetails;

  constructor(status: ManagementStatus, message: string, details: ManagementErrorDetails = {}) {
    super(status, { message });
    this.#status = status;
    this.#details = details;
  }

  override respond(c: TenantRequest): Response {
    const { attributes, errorCode } = this.#details;
    const envelope = {
      statusCode: this.#status,
      error: phrases[this.#status],
      message: this.message,
      ...(attributes !== undefined && { attributes }),
      ...(errorCode !== undefined && { errorCode }),
    };
    return c.json(envelope, this.#status, { "content-type": "application/json; charset=utf-8" });
  }
}

/** Returns true if the Management API has an error with this status. */
export function isManagementStatus(status: number): status is ManagementStatus {
  return Object.hasOwn(phrases, status);
}
