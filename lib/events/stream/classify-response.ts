import * as z from "zod/mini";

import { parseJson } from "../../encoding/json.ts";
import { readBody } from "../../http/read-body.ts";
import type { GapReason } from "../log/log-mark.ts";
import type { Clock } from "../../http/clock.ts";
import { readRequestedDelay } from "./retry-delay.ts";
import type { StopReason, WaitReason } from "./subscription-state.ts";

/** The meaning of the service's response to a subscription. */
export type ResponseOutcome =
  | { readonly kind: "stream"; readonly body: ReadableStream<Uint8Array> }
  | { readonly kind: "renew-token"; readonly message: string }
  | { readonly kind: "position-lost"; readonly reason: GapReason }
  | {
      readonly kind: "wait";
      readonly why: WaitReason;
      readonly message: string;
      /** The wait that the service requests, in milliseconds. */
      readonly askedMs?: number | undefined;
    }
  | { readonly kind: "stop"; readonly why: StopReason; readonly message: string };

/** The error body of the Management API. Every field may be absent. */
const errorBodySchema = z.looseObject({
  message: z.optional(z.string()),
  errorCode: z.optional(z.string()),
});

const maxErrorBody = 16_384;
/** Limits a slow body: the worker must store the refusal before the browser stops the worker. */
const bodyTimeLimitMs = 5_000;
const maxMessage = 300;
/** The reason for a refusal may be only in the challenge (RFC 6750, section 3.1). */
const scopeChallenge = /\berror="?insufficient_scope\b/u;
/** The 403 codes of a plan without the event stream. */
const lastingRefusals = new Set(["feature_not_enabled", "insufficient_entitlement"]);
const lostPosition: ReadonlyMap<string, GapReason> = new Map([
  ["invalid_cursor", "refused"],
  ["cursor_expired", "expired"],
]);

/** Returns why the position is no longer usable; undefined if the code does not reject it. */
export function findGapReason(errorCode: string): GapReason | undefined {
  return lostPosition.get(errorCode);
}

/**
 * Classifies the response to `GET {base_url}/events` by its status and `errorCode`, never by its
 * text. Reads only the start of a refusal's body, for at most a few seconds. Every body except a
 * stream is cancelled.
 *
 * @param options.token the token that was sent; it is removed from messages that repeat it
 * @param options.hadStream true if a stream of this extension to the tenant ended shortly before
 */
export async function classifyResponse(
  response: Response,
  options: {
    readonly clock: Clock;
    readonly token: string;
    readonly signal: AbortSignal;
    readonly hadStream: boolean;
  },
): Promise<ResponseOutcome> {
  const { status, headers, body } = response;
  const askedMs = readRequestedDelay(headers, options.clock.now(), status === 429);
  if (response.ok) {
    const mediaType = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
    if (mediaType === "text/event-stream" && body !== null) return { kind: "stream", body };
    await body?.cancel().catch(() => undefined);
    return {
      kind: "wait",
      why: "not-an-event-stream",
      message:
        "The response is not an event stream. Check the tenant's domain, and check for a network login page or a proxy.",
    };
  }
  const failure = classifyTemporaryFailure(status, askedMs);
  if (failure !== undefined) {
    // Not awaited: the caller must store the requested wait before the browser stops the worker.
    body?.cancel().catch(() => undefined);
    return failure;
  }
  const text = await readErrorText(body, options);
  const { message, errorCode } = readErrorBody(text, options.token);
  const detail = message === "" ? "" : ` Response from the tenant: ${message}`;

  const reason = findGapReason(errorCode) ?? (status === 410 ? "expired" : undefined);
  if (reason !== undefined) return { kind: "position-lost", reason };
  if (status === 400) {
    return {
      kind: "stop",
      why: "bad-request",
      message: `The tenant rejected the subscription.${detail} Check the selected event types, then try again.`,
    };
  }
  if (status === 401) {
    return {
      kind: "renew-token",
      message: `The tenant rejected the access token, and also a renewed one.${detail} Check the tenant's management credential, then try again.`,
    };
  }
  if (status === 403) {
    const isScope = scopeChallenge.test(headers.get("www-authenticate") ?? "");
    const code = isScope ? "insufficient_scope" : errorCode;
    return classifyForbidden(code, { ...options, detail, askedMs });
  }
  return {
    kind: "stop",
    why: "refused",
    message: `The tenant's URL has no event stream (${status === 0 ? "a redirect" : `status ${status}`}).${detail} Check the tenant's domain, then try again.`,
  };
}

/** Classifies the responses after which the stream waits. Their bodies are not needed. */
function classifyTemporaryFailure(
  status: number,
  askedMs: number | undefined,
): ResponseOutcome | undefined {
  if (status === 429) {
    return {
      kind: "wait",
      why: "rate-limited",
      message:
        "The tenant's rate limit is reached. The subscription resumes when the limit resets.",
      askedMs,
    };
  }
  if (status >= 500 || status === 408) {
    return {
      kind: "wait",
      why: "server-error",
      message: `The tenant reported an error (status ${status}). The subscription will retry.`,
      askedMs,
    };
  }
  return undefined;
}

/**
 * Classifies a 403. Without a known code, the response does not tell its reason: the scope, the plan
 * or its streams. A stream that was accepted shortly before leaves the number of streams, because
 * the service can still count a closed one. So this refusal alone is tried again soon.
 */
function classifyForbidden(
  errorCode: string,
  refusal: { detail: string; askedMs: number | undefined; hadStream: boolean },
): ResponseOutcome {
  const { detail, askedMs, hadStream } = refusal;
  if (errorCode === "insufficient_scope") {
    return {
      kind: "stop",
      why: "insufficient-scope",
      message: `The management credential lacks the scope read:events. Grant it to the application, then try again.${detail}`,
    };
  }
  if (lastingRefusals.has(errorCode)) {
    return {
      kind: "stop",
      why: "forbidden",
      message: `The tenant does not provide an event stream.${detail} Check the tenant's plan, then try again.`,
    };
  }
  const refused = `The tenant refused the event stream (status 403).${detail}`;
  if (hadStream) {
    return {
      kind: "wait",
      why: "too-many-streams",
      message: `${refused} It accepted one shortly before, so it may still count that one, or other clients use all streams of the plan. The subscription will retry.`,
      askedMs,
    };
  }
  return {
    kind: "stop",
    why: "forbidden",
    message: `${refused} Possible causes: the application lacks the scope read:events (check its permissions for the Management API), other clients use all streams of the plan (close one), or events are not enabled (check the plan).`,
  };
}

function readErrorBody(text: string, token: string): { message: string; errorCode: string } {
  // The body may also be the HTML page of a gateway, which is not shown.
  const parsed = errorBodySchema.safeParse(parseJson(text));
  if (!parsed.success) return { message: "", errorCode: "" };
  const { message = "", errorCode = "" } = parsed.data;
  const shown = token === "" ? message : message.replaceAll(token, "[token]");
  return { message: shown.slice(0, maxMessage), errorCode };
}

/** Reads the text that arrives within the limits. Without a text, the status decides. */
async function readErrorText(
  body: ReadableStream<Uint8Array> | null,
  options: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<string> {
  const limit = new AbortController();
  const disarm = options.clock.schedule(() => limit.abort(), bodyTimeLimitMs);
  try {
    const signal = AbortSignal.any([options.signal, limit.signal]);
    const { text } = await readBody(body, { maxBytes: maxErrorBody, signal });
    return text;
  } finally {
    disarm();
  }
}
