/**
 * Reads the body of a response as text, and stops beyond `maxLength` (UTF-16 units). A result
 * longer than `maxLength` means that the body was too long.
 */
export async function readStart({ body }: Response, maxLength: number): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (text.length <= maxLength) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  // The rest is not needed, and an error while closing the connection changes nothing.
  reader.cancel().catch(() => undefined);
  return text;
}
