import { dirname } from "node:path";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  checkCommands,
  checkFolderReadmes,
  checkMachinePaths,
  findNpmCommands,
  findRegistryHosts,
  findUnpinned,
} from "./check-documents.ts";
import { root } from "./overlay.ts";
import { readFiles } from "./read-files.ts";

const Versions = z.record(z.string(), z.string());
const PackageFile = z.object({
  version: z.string(),
  scripts: Versions,
  dependencies: Versions,
  devDependencies: Versions,
});

const files = readFiles();

function readText(path: string): string {
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`${path} is missing.`);
  return file.text;
}

describe("the documents", () => {
  test("name only commands that exist", () => {
    const { scripts } = PackageFile.parse(JSON.parse(readText("package.json")));
    const documents = files.filter(({ path }) => ["README.md", "CONTRIBUTING.md"].includes(path));
    expect(documents.map(({ path }) => path).toSorted()).toEqual(["CONTRIBUTING.md", "README.md"]);
    expect(checkCommands(documents, Object.keys(scripts))).toEqual([]);
  });

  test("name the same test command as the workflow of the continuous integration", () => {
    const commands = readText(".ci/run")
      .split("\n")
      .filter((line) => !/^\s*(?:#|$|set |cd )/.test(line));
    expect(commands).toEqual(["npm test"]);
    expect(findNpmCommands(readText("README.md"))).toContain("test");
  });

  test("include a README of 3 to 10 lines in every folder of lib and in the tenant", () => {
    const folders = [
      ...new Set(files.map(({ path }) => /^(lib\/[^/]+|tenant)\//.exec(path)?.[1] ?? "")),
    ].filter((folder) => folder !== "");
    expect(folders).toContain("lib/auth");
    expect(folders).toContain("tenant");
    expect(checkFolderReadmes(folders, files)).toEqual([]);
  });

  test("name the licence and the current version", () => {
    expect(readText("LICENSE")).toMatch(/^MIT License\n/);
    const { version } = PackageFile.parse(JSON.parse(readText("package.json")));
    expect(
      readText("CHANGELOG.md")
        .split("\n")
        .map((line) => line.split(" - ")[0]),
    ).toContain(`## [${version}]`);
  });
});

describe("the files of the repository", () => {
  test("contain no path of a developer's machine", () => {
    const ownPaths = [`${root}/`, `${dirname(root)}/`, `${tmpdir()}/`].filter(
      (path) => path.length > 3,
    );
    const written = files.filter(
      ({ path }) => path !== "package-lock.json" && !path.startsWith("tests/repo/"),
    );
    expect(written.length).toBeGreaterThan(50);
    expect(checkMachinePaths(written, ownPaths)).toEqual([]);
  });

  test("pin each dependency to one version, without a registry", () => {
    const { dependencies, devDependencies } = PackageFile.parse(
      JSON.parse(readText("package.json")),
    );
    expect(findUnpinned({ ...dependencies, ...devDependencies })).toEqual([]);
    expect(findRegistryHosts(readText("package-lock.json"))).toEqual([]);
  });
});

describe("the checks of the documents", () => {
  const document = (text: string) => [{ path: "README.md", text }];

  test("find a command that does not exist, in every notation", () => {
    const text =
      "Type `npm start`, then `npm run check`.\n\n    npm run bench auth\n    npm ci\n    npm tset\n";
    expect(checkCommands(document(text), ["start", "check"])).toEqual([
      "README.md names bench, which is not a script of package.json.",
      "README.md names npm tset, which is not a script of package.json.",
    ]);
  });

  test("find a missing, a short and a long README", () => {
    const readme = (folder: string, lines: number) => ({
      path: `${folder}/README.md`,
      text: "line\n".repeat(lines),
    });
    const folders = ["lib/a", "lib/b", "lib/c", "lib/d", "lib/e"];
    const texts = [
      readme("lib/b", 2),
      readme("lib/c", 11),
      readme("lib/d", 3),
      readme("lib/e", 10),
    ];
    expect(checkFolderReadmes(folders, texts)).toEqual([
      "lib/a has no README.md.",
      "lib/b/README.md has 2 lines; expected 3 to 10.",
      "lib/c/README.md has 11 lines; expected 3 to 10.",
    ]);
  });

  test.each([
    "see /home/somebody/project/x",
    "see /Users/somebody/x",
    "see C:\\Users\\somebody",
    "see /own/place/file",
  ])("find a machine's path in: %s", (text) => {
    expect(checkMachinePaths(document(text), ["/own/place/"])).toHaveLength(1);
  });

  test("accept ordinary paths and URLs", () => {
    const text =
      "https://a.example/home/page /usr/bin/chromium ~/.cache ./home/x lib/root/x /home/ada/bin";
    expect(checkMachinePaths(document(text), ["/own/place/"])).toEqual([]);
  });

  test("find a registry in a lock file, and a version range", () => {
    expect(findRegistryHosts('{"resolved": "https://registry.example/a.tgz"}')).toEqual([
      "registry.example",
    ]);
    expect(findUnpinned({ a: "1.2.3", b: "^1.2.3", c: "latest", d: "1.2.3-beta.1" })).toEqual([
      "b",
      "c",
    ]);
  });
});
