/**
 * Reads a response's body as text and stops once it is longer than `longest` (UTF-16 units): the result is then a little
 * longer than that.
 */
export async function readStart({ body }: Response, longest: number): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (text.length <= longest) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  // The rest is not needed; how the connection is closed changes nothing.
  reader.cancel().catch(() => undefined);
  return text;
}
