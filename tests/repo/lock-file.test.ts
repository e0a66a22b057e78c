import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";

const entrySchema = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  link: z.optional(z.boolean()),
  integrity: z.optional(z.string()),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
});
const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) });
type Packages = z.infer<typeof lockSchema>["packages"];

const lockText = readFileSync("package-lock.json", "utf8");
const { packages } = lockSchema.parse(JSON.parse(lockText));
const rollup = "node_modules/rollup";
const rollupForWindows = "node_modules/@rollup/rollup-win32-x64-msvc";

/** Lists packages that npm could not verify or install on another platform. */
function listProblems(listed: Packages): string[] {
  const problems: string[] = [];
  for (const [path, entry] of Object.entries(listed)) {
    // The project, its two packages, and the links to them have no tarball.
    if (!path.startsWith("node_modules/") || entry.link === true) continue;
    if (!/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ""))
      problems.push(`no integrity: ${path}`);
    if (entry.resolved !== undefined) problems.push(`a registry's host: ${path}`);
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const isListed = [`node_modules/${name}`, `${path}/node_modules/${name}`].some(
        (place) => listed[place] !== undefined,
      );
      if (!isListed) problems.push(`not listed: ${name} of ${path}`);
    }
  }
  return problems;
}

test("the lock file has an integrity for every package, on every platform", () => {
  expect(listProblems(packages)).toEqual([]);
});

test("the check reports a package without integrity, from another registry, or missing", () => {
  const { integrity: _, ...unchecked } = packages[rollup] ?? {};
  const { [rollupForWindows]: left, ...rest } = packages;
  const resolved = "https://registry.example/rollup.tgz";

  expect(left?.integrity).toMatch(/^sha512-/);
  expect(listProblems({ ...packages, [rollup]: unchecked })).toEqual([`no integrity: ${rollup}`]);
  expect(listProblems({ ...packages, [rollup]: { ...packages[rollup], resolved } })).toEqual([
    `a registry's host: ${rollup}`,
  ]);
  expect(listProblems(rest)).toEqual([`not listed: @rollup/rollup-win32-x64-msvc of ${rollup}`]);
});
