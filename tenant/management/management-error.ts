import type { TenantRequest } from "../context.ts";

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

/** A refusal of the management interface. */
export interface ManagementError {
  status: keyof typeof phrases;
  message: string;
  /** Machine-readable cause; many refusals of the service carry none. */
  errorCode?: string;
  attributes?: { error: string };
}

/** Answers in the management interface's error envelope. */
export function respondWithManagementError(c: TenantRequest, error: ManagementError): Response {
  const { status, message, errorCode, attributes } = error;
  const envelope = {
    statusCode: status,
    error: phrases[status],
    message,
    ...(attributes !== undefined && { attributes }),
    ...(errorCode !== undefined && { errorCode }),
  };
  return c.json(envelope, status, { "content-type": "application/json; charset=utf-8" });
}
