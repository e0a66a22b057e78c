import type { EventLogErrorCode } from "../events/log/event-log-error.ts";
import type { ResumeErrorCode } from "../events/stream/resume-point.ts";
import type { SealedStoreErrorCode } from "../management/credentials/sealed-store-error.ts";
import type { ManagementErrorCode } from "../management/refusals/management-error.ts";
import type { WorkerErrorCode } from "../worker/worker-error.ts";

/**
 * The sections of the guide's page "Troubleshooting", by the ids of their headings. An error or a
 * warning leads to one of them.
 */
export type HelpPlace =
  | "changed-by-somebody-else"
  | "credential-refused-or-gone"
  | "event-log"
  | "event-stream"
  | "exports-and-imports"
  | "forgetting"
  | "incomplete-list"
  | "logins-in-a-window"
  | "lost-response"
  | "managed-browser"
  | "no-access-to-the-tenant"
  | "no-answer-from-the-tenant"
  | "no-such-tenant"
  | "notifications"
  | "private-window"
  | "read-only-tenant"
  | "remembered-credential"
  | "request-refused"
  | "requests-that-were-not-read"
  | "run-that-fails"
  | "sandbox"
  | "tenant-inspector-itself"
  | "token-verdict"
  | "too-many-requests"
  | "too-much-text"
  | "text-without-a-token";

type FailureCode =
  | ManagementErrorCode
  | WorkerErrorCode
  | SealedStoreErrorCode
  | EventLogErrorCode
  | ResumeErrorCode
  | "login-refused"
  | "login-unanswered"
  | "login-without-token"
  | "no-client"
  | "offline";

/** The place of each failure that a command or a model reports. */
const placeOfCode: Readonly<Record<FailureCode, HelpPlace>> = {
  "answer-lost": "lost-response",
  blocked: "event-log",
  cancelled: "request-refused",
  "change-pending": "lost-response",
  conflict: "request-refused",
  "credentials-refused": "credential-refused-or-gone",
  "cursor-too-long": "event-stream",
  damaged: "event-log",
  "entity-limit": "request-refused",
  failed: "event-log",
  "feature-unavailable": "request-refused",
  forbidden: "request-refused",
  "foreign-login": "logins-in-a-window",
  "forget-failed": "forgetting",
  full: "event-log",
  held: "event-log",
  "in-the-future": "event-stream",
  "insufficient-scope": "request-refused",
  "invalid-address": "no-such-tenant",
  "invalid-body": "request-refused",
  "invalid-id": "request-refused",
  "invalid-request": "request-refused",
  "key-store-failed": "remembered-credential",
  "list-incomplete": "incomplete-list",
  "local-tenant-not-found": "no-such-tenant",
  locked: "remembered-credential",
  "login-refused": "credential-refused-or-gone",
  "login-required": "credential-refused-or-gone",
  "login-unanswered": "logins-in-a-window",
  "login-without-token": "credential-refused-or-gone",
  malformed: "remembered-credential",
  managed: "managed-browser",
  newer: "event-log",
  "newer-file": "exports-and-imports",
  "no-client": "credential-refused-or-gone",
  "no-credential": "credential-refused-or-gone",
  "no-cursor": "event-stream",
  "no-key": "remembered-credential",
  "no-login-window": "logins-in-a-window",
  "no-permission": "no-access-to-the-tenant",
  "no-position": "event-stream",
  "no-tenant": "no-such-tenant",
  "not-a-tenant": "no-such-tenant",
  "not-a-time": "event-stream",
  "not-found": "request-refused",
  offline: "no-answer-from-the-tenant",
  "open-failed": "event-log",
  "passphrase-needed": "remembered-credential",
  "private-window": "private-window",
  "rate-limited": "too-many-requests",
  "read-only": "read-only-tenant",
  "sandbox-not-started": "sandbox",
  "server-error": "no-answer-from-the-tenant",
  "storage-failed": "remembered-credential",
  tampered: "remembered-credential",
  "tenant-unreachable": "no-answer-from-the-tenant",
  timeout: "no-answer-from-the-tenant",
  "token-expired": "credential-refused-or-gone",
  "too-many-presets": "run-that-fails",
  "too-many-tenants": "no-such-tenant",
  unauthorized: "credential-refused-or-gone",
  "unexpected-response": "no-answer-from-the-tenant",
  "unknown-event": "event-stream",
  "unknown-version": "remembered-credential",
  unreachable: "no-answer-from-the-tenant",
  "update-held": "tenant-inspector-itself",
  "weak-passphrase": "remembered-credential",
  "wrong-passphrase": "remembered-credential",
};

function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(placeOfCode, code);
}

/** Finds the place for a failure. Every other code is a failure of the extension itself. */
export function findHelp({ code }: { readonly code: string }): HelpPlace {
  return isFailureCode(code) ? placeOfCode[code] : "tenant-inspector-itself";
}
