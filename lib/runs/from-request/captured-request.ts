import type { Pairs } from "../parameter-lines.ts";
import type { RunDraft } from "../run-draft.ts";

/** The meanings of captured requests for logins. */
export type CapturedKind =
  | "discovery"
  | "key-set"
  | "pushed-request"
  | "authorization"
  | "token"
  | "user-info"
  | "logout"
  | "revocation"
  | "introspection"
  | "device-authorization"
  | "embedded-login"
  | "embedded-verification"
  | "mfa"
  | "passwordless-start"
  | "passwordless-verification"
  | "signup"
  | "password-change"
  | "login-page"
  | "callback"
  | "handover"
  | "management"
  | "api-call"
  | "preflight";

/** A request of the inspected page, as the browser reported it. All of it is untrusted. */
export interface CapturedRequest {
  readonly kind: CapturedKind;
  readonly exchange: {
    readonly method: string;
    /** The absolute URL. */
    readonly url: string;
    readonly startedAt: number;
    /** With names in lower case. */
    readonly requestHeaders: readonly { readonly name: string; readonly value: string }[];
    /** `frame` for the page of a frame. */
    readonly destination?: string;
  };
  /** The parameters of its query and its body. */
  readonly request: Pairs;
  readonly response: Pairs;
}

/** A run that makes a captured request again. Contains no secret. */
export interface CapturedRun {
  draft: RunDraft;
  /** The title of the operation. */
  title: string;
  /** Method and address of the request, without its query. */
  line: string;
  /** The origin that the request went to. */
  origin: string;
  /** The application of the request, if it names one. */
  clientId?: string;
  /** The origin of the page that made the request, as far as its headers tell. */
  pageOrigin?: string;
  /** Sentences about the differences between the request and the run. */
  notes: readonly string[];
}

/** A captured request as a run, or the reason why no operation makes it. */
export type RequestReading = { ok: true; run: CapturedRun } | { ok: false; reason: string };
