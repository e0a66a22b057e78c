/** Removes what is pasted around a token alone: a header's name, quotes, `Bearer` or `DPoP`. */
export function stripSurroundings(text: string): string {
  return text
    .trim()
    .replace(/^authorization\s*:\s*/iu, "")
    .replace(/^(["'`])(.*)\1$/su, "$2")
    .replace(/^(?:bearer|dpop)\s+/iu, "")
    .trim();
}
