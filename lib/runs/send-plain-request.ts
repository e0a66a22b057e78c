import { jsonObjectSchema, jsonValueSchema, parseJson } from "../encoding/json.ts";
import type { ClockPort, FetchPort } from "../auth/index.ts";
import type { CallOutcome, PlainRequest } from "./call.ts";
import { limitText } from "./limit-text.ts";
import type { StepLog } from "./step-log.ts";

/** The time limit of the whole response. */
const timeoutMs = 10_000;

/**
 * Sends a request that the library does not offer to browsers, and describes the response like the
 * end of a call.
 *
 * @see RFC 6749, sections 5.1 and 5.2
 */
export async function sendPlainRequest(
  { method, url, form }: PlainRequest,
  context: { fetch: FetchPort; clock: ClockPort; log: StepLog; signal: AbortSignal },
): Promise<Exclude<CallOutcome, { kind: "left" }>> {
  const { fetch, clock, log, signal } = context;
  const body = new URLSearchParams(form);
  const end = log.begin({ kind: "request", method, url, headers: {}, body: limitText(`${body}`) });
  const limit = new AbortController();
  const stop = clock.after(timeoutMs, () => limit.abort());
  try {
    const response = await fetch(url, {
      method,
      headers: {},
      body,
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.any([signal, limit.signal]),
    });
    const text = await response.text();
    end({ status: response.status, answer: limitText(text) });
    const parsed = jsonValueSchema.safeParse(parseJson(text));
    if (response.ok && parsed.success) return { kind: "returned", result: parsed.data };
    return refuse(response.status, text);
  } catch {
    signal.throwIfAborted();
    end({ isFailed: true });
    return {
      kind: "rejected",
      error: {
        error: limit.signal.aborted ? "timeout" : "request_error",
        errorDescription: `${url} did not respond${limit.signal.aborted ? " within 10 seconds" : ""}.`,
        remedy: "Check the network and the domain.",
        members: {},
      },
    };
  } finally {
    stop();
  }
}

function refuse(statusCode: number, text: string): Exclude<CallOutcome, { kind: "left" }> {
  const members = jsonObjectSchema.safeParse(parseJson(text)).data ?? {};
  const { error, error_description: description } = members;
  return {
    kind: "rejected",
    error: {
      error: typeof error === "string" ? error : "request_error",
      errorDescription:
        typeof description === "string" ? description : `The tenant responded with ${statusCode}.`,
      statusCode,
      members,
    },
  };
}
