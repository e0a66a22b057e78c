/** One field that differs. `before` is absent for a field that came, `after` for one that went. */
export interface FieldChange {
  /** Keys and list positions, from the compared value inwards. */
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Deeper values are compared as a whole: a payload is foreign, and this calls itself. */
const MAX_DEPTH = 32;

/**
 * Which fields differ between two successive payloads of one user or profile. The order of an
 * object's keys means nothing, the order of a list does.
 *
 * @param limit at most so many changes are told
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
    if (path.length >= MAX_DEPTH) {
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
