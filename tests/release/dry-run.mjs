// Usage: node tests/release/dry-run.mjs [--with-tests]
// Runs the commands of the jobs "build" and "again" of release.yml on this machine: each job in a
// clone of its own without node_modules, in its own time zone. Then builds the packages from the
// archived sources. All three must give the same bytes. Nothing is uploaded.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const workflow = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
const withTests = process.argv.includes("--with-tests");
/** Two ids that no item of a store has. */
const ids = {
  CHROME_EXTENSION_ID: process.env["CHROME_EXTENSION_ID"] ?? "a".repeat(32),
  EDGE_EXTENSION_ID: process.env["EDGE_EXTENSION_ID"] ?? "b".repeat(32),
};

/**
 * Lists the commands of a job that need no runner, and its time zone.
 *
 * @param {string} name
 */
function readJob(name) {
  const job = new Map(
    workflow
      .split(/^ {2}(?=\w+:$)/m)
      .map((text) => /** @type {const} */ ([text.slice(0, text.indexOf(":")), text])),
  ).get(name);
  if (job === undefined) throw new Error(`release.yml has no job "${name}".`);
  const commands = [...job.matchAll(/^ {6}- run: (.+)$/gm)]
    .map(([, command = ""]) => command)
    .filter((command) => !/^(?:sudo|diff) /.test(command))
    .filter((command) => withTests || command !== "npm test");
  return { commands, zone: /^ {6}TZ: (.+)$/m.exec(job)?.[1] ?? "UTC" };
}

/**
 * @param {string} command
 * @param {string} folder
 * @param {string} zone
 */
function perform(command, folder, zone) {
  console.log(`$ ${command}`);
  execFileSync("bash", ["-ec", command], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    // The changelog has a day for a version only once it is released: no tag is checked here.
    env: { ...process.env, ...ids, TZ: zone, GITHUB_REF_NAME: "" },
  });
}

/** @param {string} folder */
const readHashes = (folder) => readFileSync(join(folder, ".output/release/SHA256SUMS"), "utf8");

/**
 * @param {string} what
 * @param {string} seen
 * @param {string} wanted
 */
function expectSame(what, seen, wanted) {
  if (seen !== wanted) throw new Error(`${what} differ:\n${wanted}\n${seen}`);
  console.log(`${what}: the same`);
}

const home = mkdtempSync(join(tmpdir(), "release-"));
try {
  const folders = ["build", "again"].map((name) => {
    const folder = join(home, name);
    execFileSync("git", ["clone", "--quiet", "--no-checkout", root, folder]);
    execFileSync("git", ["checkout", "--quiet", commit], { cwd: folder });
    const { commands, zone } = readJob(name);
    for (const command of commands) perform(command, folder, zone);
    return folder;
  });
  const [first = "", second = ""] = folders;
  process.stdout.write(readHashes(first));
  expectSame("The files of both builds", readHashes(second), readHashes(first));

  // The clone has the packages that this file cannot rely on.
  const { unzipSync } = createRequire(join(first, "package.json"))("fflate");
  const archive = join(first, `.output/release/tenant-inspector-${version}-sources.zip`);
  const files = Object.entries(unzipSync(readFileSync(archive)));
  for (const [path, bytes] of files.filter(([path]) => !path.endsWith("/"))) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), bytes);
  }
  const sources = join(home, `tenant-inspector-${version}`);
  const instructions = readFileSync(join(sources, "BUILDING.md"), "utf8");
  const [, commands = ""] = /```sh\n([^`]+)```/.exec(instructions) ?? [];
  for (const command of commands.trim().split("\n")) perform(command, sources, "America/St_Johns");
  const [, hashes = ""] = /```text\n([^`]+)```/.exec(instructions) ?? [];
  const names = hashes
    .trim()
    .split("\n")
    .map((line) => line.slice(66));
  const built = names.map((name) => {
    const bytes = readFileSync(join(sources, ".output/release", name));
    return `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`;
  });
  expectSame("The packages from the sources", built.join(""), hashes);
} finally {
  rmSync(home, { recursive: true, force: true });
}
