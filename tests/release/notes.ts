/**
 * Returns the changes of a version: the section of a changelog with its heading.
 *
 * @throws {Error} if the changelog has no such section, or an empty one
 */
export function readNotes(changelog: string, version: string): string {
  const lines = changelog.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`));
  if (start === -1) throw new Error(`CHANGELOG.md has no section "## [${version}]".`);
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith("## "));
  const body = lines
    .slice(start + 1, length === -1 ? undefined : start + 1 + length)
    .join("\n")
    .trim();
  if (body === "") throw new Error(`The section "## [${version}]" of CHANGELOG.md is empty.`);
  return `${body}\n`;
}
