/**
 * The deepest nesting that is kept as it is. No payload comes near it, and what is nested thousands deep ends functions that call
 * themselves: the browser's own serialisation, a view, a search.
 */
const MAX_DEPTH = 100;

/**
 * An envelope that is nested too deep, as what can be kept of it: its own plain fields, and the text that it came in. Undefined for
 * every other.
 */
export function flattenDeep(
  envelope: Record<string, unknown>,
  raw: string,
): Record<string, unknown> | undefined {
  if (!isDeeper(envelope, MAX_DEPTH)) return undefined;
  const plain = Object.entries(envelope).filter(([, value]) => typeof value !== "object");
  return { ...Object.fromEntries(plain), raw };
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}
