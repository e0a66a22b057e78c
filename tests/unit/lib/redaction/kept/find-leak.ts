/** Returns a text with all that its percent-encodings and its base64 hold. */
export function unfold(text: string): string {
  const decoded = text.replaceAll(/(?:%[\da-f]{2})+/giu, (run) =>
    Buffer.from(run.replaceAll("%", ""), "hex").toString(),
  );
  const inner = Array.from(decoded.matchAll(/[\w+/-]{16,}={0,2}/gu), ([run]) =>
    Buffer.from(run, "base64url").toString(),
  );
  return [text, decoded, ...inner].join("\n");
}

const window = 10;

/** Returns a part of the secret that the text contains: ten characters, or all of a shorter one. */
export function findIn(text: string, secret: string): string | undefined {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  for (const form of forms) {
    for (let start = 0; start <= Math.max(0, form.length - window); start += 1) {
      const part = form.slice(start, start + window);
      if (text.includes(part)) return part;
    }
  }
  return undefined;
}
