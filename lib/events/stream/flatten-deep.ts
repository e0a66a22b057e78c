/**
 * The deepest nesting that is stored unchanged. No real payload comes near it. A value that is
 * nested thousands deep overflows the stack of recursive functions: the browser's serialization,
 * a view, a search.
 */
const maxDepth = 100;

/**
 * Replaces an envelope that is nested too deep by its primitive fields and its raw text.
 *
 * @returns undefined if the envelope is not too deep
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
