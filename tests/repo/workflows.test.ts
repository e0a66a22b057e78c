import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { findNpmCommands } from "./check-documents.ts";
import { root } from "./overlay.ts";

const folder = join(root, ".github/workflows");
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), "utf8"),
}));

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = packageSchema.parse(
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
);

/** A commit of an action, and the version that its tag names. */
const pinned = /^ *- uses: [\w.-]+(?:\/[\w.-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+$/;

/** Lists the lines that use an action by a tag or a branch, which its owner can move. */
function findMovable(text: string): string[] {
  return text.split("\n").filter((line) => /\buses:/.test(line) && !pinned.test(line));
}

/** Lists the variables and secrets that a text names. */
function listSettings(text: string): string[] {
  return [
    ...new Set([...text.matchAll(/\b(?:vars|secrets)\.(\w+)/g)].map(([, name = ""]) => name)),
  ];
}

describe("each workflow", () => {
  test.each(workflows)("$name uses actions by their commit", ({ text }) => {
    expect(findMovable(text)).toEqual([]);
  });

  test.each(workflows)("$name runs scripts that exist", ({ text }) => {
    const known = new Set([...Object.keys(scripts), "ci"]);
    expect(findNpmCommands(text).filter((name) => !known.has(name))).toEqual([]);
  });

  test.each(workflows)("$name may only read, unless a job says more", ({ text }) => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
  });
});

test("an action by a tag, a branch or a commit without its version is found", () => {
  const commit = "a".repeat(40);
  const lines = ["actions/some@v4", "actions/some@main", `actions/some@${commit}`];
  const text = lines.map((line) => `      - uses: ${line}\n`).join("");
  expect(findMovable(text)).toHaveLength(3);
  expect(findMovable(`      - uses: actions/some@${commit} # v4.1.0\n`)).toEqual([]);
});

describe("the release", () => {
  const release = workflows.find(({ name }) => name === "release.yml")?.text ?? "";

  test("goes to the stores only after a second build, a check of the hashes and an approval", () => {
    const needs = [...release.matchAll(/^ {2}(\w+):\n {4}(?:needs: (\w+)|runs-on)/gm)];
    expect(needs.map(([, job, needed]) => [job, needed])).toEqual([
      ["build", undefined],
      ["again", "build"],
      ["draft", "again"],
      ["publish", "draft"],
    ]);
    const publish = release.slice(release.indexOf("\n  publish:"));
    expect(publish).toContain("environment: stores");
    expect(publish.indexOf("sha256sum --check")).toBeGreaterThan(0);
    expect(publish.indexOf("publish-extension")).toBeGreaterThan(publish.indexOf("sha256sum"));
  });

  test("names each of its settings in docs/releasing.md", () => {
    const guide = readFileSync(join(root, "docs/releasing.md"), "utf8");
    expect(listSettings(release).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
    expect(listSettings("${{ vars.PLANTED }} ${{ secrets.PLANTED_TOO }}")).toEqual([
      "PLANTED",
      "PLANTED_TOO",
    ]);
  });

  test("gives secrets to no other job than the one that is approved", () => {
    const others = release.slice(0, release.indexOf("\n  publish:"));
    expect(others).not.toMatch(/\bsecrets\.\w/);
  });
});
