import type { SpecGroup } from "./rows.ts";

const idPattern = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/;

/** Reports each mistake in the table of rows: a repeated or malformed ID, a row without a text. */
export function checkSpecRows(groups: readonly SpecGroup[]): string[] {
  const problems: string[] = [];
  const known = new Set<string>();
  for (const { heading, rows } of groups) {
    for (const [id, words] of rows) {
      if (known.has(id)) problems.push(`The id ${id} names two rows (again under "${heading}").`);
      known.add(id);
      if (!idPattern.test(id))
        problems.push(`The id ${id} is not lower-case words joined by dots and hyphens.`);
      if (words.trim() === "") problems.push(`The row ${id} has no text.`);
    }
  }
  return problems;
}
