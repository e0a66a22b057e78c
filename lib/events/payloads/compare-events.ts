/** A changed field. `before` is absent if the field was added, `after` if it was removed. */
export interface FieldChange {
  /** The keys and list indexes from the compared value to the field. */
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Bounds the recursion, because a payload is untrusted; deeper values are compared as a whole. */
const maxDepth = 32;

/**
 * Compares two successive payloads about the same subject. The order of an object's keys is not
 * significant; the order of a list is.
 *
 * @param limit the maximum number of returned changes
 */
export function compareEvents(before: unknown, after: unknown, limit = 500): FieldChange[] {
  const changes: FieldChange[] = [];
  compare(before, after, []);
  return changes;

  function compare(old: unknown, now: unknown, path: readonly string[]): void {
    if (changes.length >= limit || old === now) return;
    const [oldFields, newFields] = [readFields(old), readFields(now)];
    const isSameKind = Array.isArray(old) === Array.isArray(now);
    if (oldFields === undefined || newFields === undefined || !isSameKind) {
      changes.push({ path, before: old, after: now });
      return;
    }
    if (path.length >= maxDepth) {
      if (JSON.stringify(old) !== JSON.stringify(now)) {
        changes.push({ path, before: old, after: now });
      }
      return;
    }
    for (const key of new Set([...oldFields.keys(), ...newFields.keys()])) {
      if (changes.length >= limit) return;
      const here = [...path, key];
      if (!newFields.has(key)) changes.push({ path: here, before: oldFields.get(key) });
      else if (!oldFields.has(key)) changes.push({ path: here, after: newFields.get(key) });
      else compare(oldFields.get(key), newFields.get(key), here);
    }
  }
}

function readFields(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value));
}
