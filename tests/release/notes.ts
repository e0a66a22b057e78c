/**
 * Throws unless a tag names the version of package.json, and the changelog says when it was
 * released.
 */
export function checkTag(tag: string, version: string, changelog: string): void {
  if (tag !== `v${version}`)
    throw new Error(`The tag ${tag} is not the version of package.json, which is ${version}.`);
  const heading = changelog.split("\n").find((line) => line.startsWith(`## [${version}]`)) ?? "";
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading))
    throw new Error(
      `CHANGELOG.md has no heading "## [${version}] - " with the day of the release.`,
    );
}

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
