import * as z from "zod/mini";

import { parseJson } from "../../encoding/json.ts";
import type { GapReason } from "../log/log-mark.ts";
import type { Clock } from "../ports.ts";
import { readRetryAfter } from "./retry-delay.ts";
import type { StopReason, WaitReason } from "./subscription-state.ts";

/** What the service's answer to a subscription means. */
export type ResponseOutcome =
  | { readonly kind: "stream"; readonly body: ReadableStream<Uint8Array> }
  | { readonly kind: "renew-token"; readonly message: string }
  | { readonly kind: "position-lost"; readonly reason: GapReason }
  | {
      readonly kind: "wait";
      readonly why: WaitReason;
      readonly message: string;
      /** How long the service asks to wait, in milliseconds. */
      readonly askedMs?: number | undefined;
    }
  | { readonly kind: "stop"; readonly why: StopReason; readonly message: string };

/** The management interface's error body, read leniently: every field may be absent. */
const errorBodySchema = z.looseObject({
  message: z.optional(z.string()),
  errorCode: z.optional(z.string()),
});

const MAX_ERROR_BODY = 16_384;
/** A slow body must not outlast the worker, which stores the refusal after it. */
const BODY_TIME_LIMIT_MS = 5_000;
const MAX_WORDS = 300;
/** RFC 6750, 3.1: the refusal may be told in the challenge alone. */
const SCOPE_CHALLENGE = /\berror="?insufficient_scope\b/u;
/** Refusals of the kind 403 that no waiting cures; any other 403 means that the plan's streams are all in use. */
const LASTING_REFUSALS = new Set(["feature_not_enabled", "insufficient_entitlement"]);
const LOST_POSITION: ReadonlyMap<string, GapReason> = new Map([
  ["invalid_cursor", "refused"],
  ["cursor_expired", "expired"],
]);

/** Why the position sent, or held, is of no more use; undefined when the error code says no such thing. */
export function findGapReason(errorCode: string): GapReason | undefined {
  return LOST_POSITION.get(errorCode);
}

/**
 * Judges the answer to `GET {base_url}/events`: by status and `errorCode`, never by its text. The
 * body of a refusal is read in part, for a few seconds at most; any other body but a stream is
 * closed unread.
 *
 * @param options.token the token that was sent, so that an echo of it is not shown
 */
export async function classifyResponse(
  response: Response,
  options: {
    readonly clock: Clock;
    readonly token: string;
    readonly signal: AbortSignal;
  },
): Promise<ResponseOutcome> {
  const { status, headers, body } = response;
  const askedMs = readRetryAfter(headers, options.clock.now(), status === 429);
  if (response.ok) {
    const mediaType = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
    if (mediaType === "text/event-stream" && body !== null) return { kind: "stream", body };
    await body?.cancel().catch(() => undefined);
    return {
      kind: "wait",
      why: "not-an-event-stream",
      message:
        "The tenant's address answers, but not with an event stream. Check the tenant's domain, and whether a network login page or a proxy stands in between.",
    };
  }
  const pause = classifyTemporaryFailure(status, askedMs);
  if (pause !== undefined) {
    // Not awaited: the headers hold the wait, and it must be stored before anything else happens.
    body?.cancel().catch(() => undefined);
    return pause;
  }
  const text = body === null ? "" : await readStart(body, options);
  const { words, errorCode } = readErrorBody(text, options.token);
  const said = words === "" ? "" : ` The tenant says: ${words}`;

  const loss = findGapReason(errorCode) ?? (status === 410 ? "expired" : undefined);
  if (loss !== undefined) return { kind: "position-lost", reason: loss };
  if (status === 400) {
    return {
      kind: "stop",
      why: "bad-request",
      message: `The tenant does not accept this subscription.${said} Check the chosen event types, then try again.`,
    };
  }
  if (status === 401) {
    return {
      kind: "renew-token",
      message: `The tenant refuses the access token, also a new one.${said} Check the tenant's management credentials, then try again.`,
    };
  }
  if (status === 403) {
    const isScope = SCOPE_CHALLENGE.test(headers.get("www-authenticate") ?? "");
    return classifyForbidden(isScope ? "insufficient_scope" : errorCode, said, askedMs);
  }
  return {
    kind: "stop",
    why: "refused",
    message: `The tenant's address has no event stream (${status === 0 ? "a redirect" : `status ${status}`}).${said} Check the tenant's domain, then try again.`,
  };
}

/** Judges the answers that mean to wait, whatever their body says. */
function classifyTemporaryFailure(
  status: number,
  askedMs: number | undefined,
): ResponseOutcome | undefined {
  if (status === 429) {
    return {
      kind: "wait",
      why: "rate-limited",
      message: "The tenant's rate limit is reached. The subscription goes on when it allows.",
      askedMs,
    };
  }
  if (status >= 500 || status === 408) {
    return {
      kind: "wait",
      why: "server-error",
      message: `The tenant has trouble of its own (status ${status}). The subscription tries again by itself.`,
      askedMs,
    };
  }
  return undefined;
}

function classifyForbidden(
  errorCode: string,
  said: string,
  askedMs: number | undefined,
): ResponseOutcome {
  if (errorCode === "insufficient_scope") {
    return {
      kind: "stop",
      why: "insufficient-scope",
      message:
        "The management credentials may not read events. Grant the application the scope read:events, then try again.",
    };
  }
  if (LASTING_REFUSALS.has(errorCode)) {
    return {
      kind: "stop",
      why: "forbidden",
      message: `The tenant does not offer its event stream.${said} Check what the tenant's plan includes, then try again.`,
    };
  }
  return {
    kind: "wait",
    why: "too-many-streams",
    message:
      "All event streams of the tenant's plan are in use. Close another one; the subscription tries again by itself.",
    askedMs,
  };
}

function readErrorBody(text: string, token: string): { words: string; errorCode: string } {
  // An HTML page of a gateway has no words for a person here.
  const parsed = errorBodySchema.safeParse(parseJson(text));
  if (!parsed.success) return { words: "", errorCode: "" };
  const { message = "", errorCode = "" } = parsed.data;
  const shown = token === "" ? message : message.replaceAll(token, "[token]");
  return { words: shown.slice(0, MAX_WORDS), errorCode };
}

async function readStart(
  body: ReadableStream<Uint8Array>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<string> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  const disarm = clock.setTimeout(cancel, BODY_TIME_LIMIT_MS);
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length < MAX_ERROR_BODY) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The status alone has to do.
  } finally {
    disarm();
    signal.removeEventListener("abort", cancel);
    cancel();
  }
  return text;
}
