export interface BodyReading {
  /** The text that was read, decoded as UTF-8. It is incomplete unless `end` is "complete". */
  text: string;
  /**
   * `too-large`: the body is longer than the limit. `interrupted`: the connection broke, or the
   * signal aborted.
   */
  end: "complete" | "too-large" | "interrupted";
}

/**
 * Reads the body of a response, but not more than `maxBytes` and the chunk that exceeds them. Never
 * rejects: after an interruption, a caller can use the text before it. Cancels the rest of the
 * body, which frees the connection.
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
): Promise<BodyReading> {
  if (body === null) return { text: "", end: "complete" };
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  // cancel() ends a pending read() with `done`, even if the body does not observe the signal.
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted === true) cancel();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal?.aborted === true) return { text, end: "interrupted" };
      if (done) return { text: text + decoder.decode(), end: "complete" };
      size += value.byteLength;
      text += decoder.decode(value, { stream: true });
      if (size > maxBytes) return { text, end: "too-large" };
    }
  } catch {
    return { text, end: "interrupted" };
  } finally {
    signal?.removeEventListener("abort", cancel);
    cancel();
  }
}
