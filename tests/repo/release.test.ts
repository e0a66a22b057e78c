import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeTemporaryFolder } from "../launch/temporary-folder.ts";
import { checkStore } from "../release/check-store.ts";
import { checkTag, readNotes } from "../release/notes.ts";
import {
  hashFile,
  makePackages,
  nameZip,
  readVersion,
  run,
  targets,
  unpack,
  type Target,
} from "../release/packages.ts";
import { archiveSources } from "../release/sources.ts";
import { root } from "./overlay.ts";

const chromeId = "abcdefghijklmnopabcdefghijklmnop";

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let version: string;
let packages: Map<Target, Map<string, Uint8Array>>;

beforeAll(async () => {
  vi.stubEnv("CHROME_EXTENSION_ID", chromeId);
  vi.stubEnv("EDGE_EXTENSION_ID", [...chromeId].toReversed().join(""));
  folder = await makeTemporaryFolder("release");
  version = await readVersion();
  await makePackages(folder.path);
  const unpacked = targets.map(
    async (target) => [target, await unpack(join(folder.path, nameZip(version, target)))] as const,
  );
  packages = new Map(await Promise.all(unpacked));
}, 240_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await folder.remove();
});

const filesOf = (target: Target) => new Map(packages.get(target));

/** Returns the files of a package with one text changed. */
function plant(target: Target, path: string, change: (text: string) => string) {
  const files = filesOf(target);
  const text = new TextDecoder().decode(files.get(path));
  return files.set(path, new TextEncoder().encode(change(text)));
}

describe("a finished package", () => {
  test.each(targets)("for %s has nothing that a store refuses", (target) => {
    expect(checkStore(filesOf(target), target, version)).toEqual([]);
  });

  test("for a store has the callback host of its own id, and no key", () => {
    const manifest = new TextDecoder().decode(packages.get("chrome")?.get("manifest.json"));
    expect(manifest).toContain(`https://${chromeId}.chromiumapp.org/*`);
    expect(manifest).not.toContain('"key"');
  });
});

describe("the check of a package reports", () => {
  test.each<[string, Target, string, (text: string) => string, string]>([
    [
      "a key",
      "chrome",
      "manifest.json",
      (text) => text.replace("{", '{"key":"MIIB",'),
      "The manifest has a key, which a store refuses.",
    ],
    [
      "the callback host of another id",
      "chrome",
      "manifest.json",
      (text) => text.replace(chromeId, "ponmlkjihgfedcbaponmlkjihgfedcba"),
      "The callback hosts are https://ponmlkjihgfedcbaponmlkjihgfedcba.chromiumapp.org/*",
    ],
    [
      "an add-on id that is a placeholder",
      "firefox",
      "manifest.json",
      (text) => text.replace(/\{f949[^"]*/u, "inspector@tenant-inspector.example"),
      "The add-on id is inspector@tenant-inspector.example",
    ],
    [
      "a missing key for testers",
      "sideload",
      "manifest.json",
      (text) => text.replace('"key"', '"other"'),
      "The package for testers has no key",
    ],
    [
      "another version",
      "edge",
      "manifest.json",
      (text) => text.replace(/"version":\s*"[^"]*"/u, '"version":"9.9.9"'),
      "The version is 9.9.9.",
    ],
    [
      "a description that is too long",
      "chrome",
      "_locales/en/messages.json",
      (text) => text.replace(/("description":\s*\{\s*"message":\s*")/u, `$1${"long ".repeat(27)}`),
      "; a store takes 132.",
    ],
    [
      "a name that is too long",
      "chrome",
      "manifest.json",
      (text) => text.replace('"__MSG_name__"', `"${"n".repeat(46)}"`),
      "The name has 46 characters; a store takes 45.",
    ],
    ["missing notices", "firefox", "THIRD-PARTY.txt", () => "", "THIRD-PARTY.txt is missing"],
    [
      "a script from elsewhere",
      "chrome",
      "popup.html",
      (text) => `${text}<script src="//example.com/x"></script>`,
      "popup.html loads a script from elsewhere.",
    ],
    [
      "text that becomes code",
      "chrome",
      "background.js",
      (text) => `${text};eval("1")`,
      "background.js contains eval",
    ],
    [
      "a named source map",
      "firefox",
      "background.js",
      (text) => `${text}\n//# sourceMappingURL=background.js.map`,
      "background.js names a source map.",
    ],
    ["a source map", "edge", "background.js.map", () => "{}", "background.js.map is a source map."],
    [
      "a wrong icon",
      "chrome",
      "icon/48.png",
      () => "no picture",
      "The icon of 48 pixels is missing.",
    ],
  ])("%s", (_, target, path, change, problem) => {
    const problems = checkStore(plant(target, path, change), target, version);
    expect(problems.join("\n")).toContain(problem);
  });
});

test("the archived sources build the same package in another folder and time zone", async () => {
  const name = await archiveSources(folder.path, [nameZip(version, "sideload")]);
  const sources = join(folder.path, "elsewhere", "sources");
  const files = await unpack(join(folder.path, name));
  const prefix = `tenant-inspector-${version}/`;
  const instructions = new TextDecoder().decode(files.get(`${prefix}BUILDING.md`));
  expect(instructions).toContain(await hashFile(join(folder.path, nameZip(version, "sideload"))));
  expect([...files.keys()].filter((path) => /\/captures\/./u.test(path))).toEqual([]);
  for (const [path, bytes] of files) {
    if (path.endsWith("/")) continue;
    const place = join(sources, path.slice(prefix.length));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }
  const hashes = [];
  for (const [home, zone] of [
    [sources, "Pacific/Kiritimati"],
    [join(folder.path, "copy"), "America/St_Johns"],
  ] as const) {
    if (home !== sources) run("cp", ["-r", sources, home]);
    linkPackages(home);
    const target = join(folder.path, zone);
    const build = `
      const { makePackages } = await import("./tests/release/packages.ts");
      await makePackages(${JSON.stringify(target)}, ["sideload"]);`;
    mkdirSync(target, { recursive: true });
    run(process.execPath, ["--input-type=module", "--eval", build], home, { TZ: zone });
    hashes.push(await hashFile(join(target, nameZip(version, "sideload"))));
    rmSync(join(home, "node_modules"), { recursive: true });
  }
  expect(hashes[1]).toBe(hashes[0]);
});

/** Gives a copy of the sources the installed packages; those of the workspaces are its own. */
function linkPackages(home: string): void {
  const installed = join(root, "node_modules");
  const own = "@tenant-inspector";
  mkdirSync(join(home, "node_modules", own), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== own) symlinkSync(join(installed, name), join(home, "node_modules", name));
  symlinkSync(join(home, "lib/auth"), join(home, "node_modules", own, "auth"));
  symlinkSync(join(home, "tenant"), join(home, "node_modules", own, "tenant"));
}

describe("the notes of a version", () => {
  const changelog = "# Changelog\n\n## [1.1.0] - 2026-12-01\n\n- New.\n\n## [1.0.0]\n\n- First.\n";

  test("are its section of the changelog", () => {
    expect(readNotes(changelog, "1.1.0")).toBe("- New.\n");
    expect(readNotes(changelog, "1.0.0")).toBe("- First.\n");
  });

  test.each([
    ["2.0.0", changelog, 'CHANGELOG.md has no section "## [2.0.0]".'],
    ["1.0.0", "## [1.0.0]\n\n## [0.9.0]\n", 'The section "## [1.0.0]" of CHANGELOG.md is empty.'],
  ])("of %s are missed", (wanted, text, problem) => {
    expect(() => readNotes(text, wanted)).toThrow(problem);
  });
});

describe("a tag", () => {
  const dated = "## [1.1.0] - 2026-12-01\n\n- New.\n";

  test("names the version of package.json, which the changelog dates", () => {
    expect(() => checkTag("v1.1.0", "1.1.0", dated)).not.toThrow();
  });

  test.each([
    ["of another version", "v1.2.0", dated, "The tag v1.2.0 is not the version of package.json"],
    ["without v", "1.1.0", dated, "The tag 1.1.0 is not the version of package.json"],
    ["without a day", "v1.1.0", "## [1.1.0] - unreleased\n", "with the day of the release"],
    ["without a section", "v1.1.0", "## [1.0.0] - 2026-11-01\n", "with the day of the release"],
  ])("%s is refused", (_, tag, changelog, problem) => {
    expect(() => checkTag(tag, "1.1.0", changelog)).toThrow(problem);
  });
});
