/**
 * The deepest nesting that is stored unchanged. Real payloads nest far less deeply. Thousands of
 * levels overflow the stack of recursive functions, such as the browser's serialization, a view or
 * a search.
 */
const maxDepth = 100;

/**
 * Replaces an envelope that is nested too deeply by its primitive fields and its raw text.
 *
 * @returns undefined if the envelope is not nested too deeply
 */
export function flattenDeep(
  envelope: Record<string, unknown>,
  raw: string,
): Record<string, unknown> | undefined {
  if (!isDeeper(envelope, maxDepth)) return undefined;
  const primitives = Object.entries(envelope).filter(([, value]) => typeof value !== "object");
  return { ...Object.fromEntries(primitives), raw };
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}
