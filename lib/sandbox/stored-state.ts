import { noSandbox, NoSandboxError } from "./no-sandbox-error.ts";
import type { StateStore } from "./state-store.ts";

/** The stored state is damaged, or another version of the extension wrote it. */
class UnreadableStateError extends Error {
  override name = "UnreadableStateError";

  constructor(cause: unknown) {
    super(
      "The sandbox cannot read its stored state, and leaves it as it is. To begin with a new sandbox, forget this tenant in the options, then choose “Try the sandbox”.",
      { cause },
    );
  }
}

/**
 * Returns what is stored as a state; undefined if nothing is.
 *
 * @throws {UnreadableStateError} if it is no state: starting without it would overwrite it
 */
export function readStoredState<State>(
  stored: Awaited<ReturnType<StateStore["load"]>>,
  parse: (value: unknown) => State,
): State | undefined {
  if (stored === undefined) return undefined;
  try {
    return parse({ ...stored.parts, events: stored.events });
  } catch (error) {
    throw new UnreadableStateError(error);
  }
}

/**
 * Returns the reason for which there is no tenant as its response: a page for a browser, JSON for
 * others. Each reader of a response shows its text.
 *
 * @throws the error itself if it is another one
 */
export function toErrorResponse(reason: unknown, headers: Headers): Response {
  const { status, error, message } = describeReason(reason);
  if (headers.get("accept") === "text/html") {
    const html = `<!doctype html><title>${error}</title><p>${message}</p>`;
    return new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8" } });
  }
  return Response.json({ statusCode: status, error, message }, { status });
}

function describeReason(reason: unknown): { status: number; error: string; message: string } {
  if (reason instanceof NoSandboxError)
    return { status: 404, error: noSandbox, message: reason.message };
  if (reason instanceof UnreadableStateError)
    return { status: 500, error: "Unreadable state", message: reason.message };
  throw reason;
}
