// The first program of `npm start` and `npm test`: plain Node >= 18 and no dependency, because no
// package may be installed yet. It prepares the machine, then starts a program on the project's own
// Node.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join, posix, resolve, win32 } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  findChromium,
  findFirefox,
  hasProgram,
  listChromiumPlaces,
  realFiles,
} from "./find-browser.mjs";
import { runStep } from "./run-step.mjs";

/**
 * The set-up's view of the machine, and its operations on it; tests replace it.
 *
 * @typedef {import("./find-browser.mjs").Files} Files
 * @typedef {import("./find-browser.mjs").Environment} Environment
 *
 * @typedef {object} Machine
 * @property {string} root the repository
 * @property {string} platform as `process.platform`
 * @property {Environment} env
 * @property {Files} files
 * @property {boolean} isRoot
 * @property {(browser: string) => boolean} canStart
 * @property {(path: string) => number | undefined} modifiedAt in milliseconds; undefined if the
 *   file does not exist
 * @property {typeof runStep} run
 */

/** A problem that the user must solve; its message says what happened and what to do next. */
export class SetUpError extends Error {
  /** @override */
  name = "SetUpError";
}

/**
 * Returns the path functions of the given system, not those of the current one.
 *
 * @param {string} platform
 */
function pathsOf(platform) {
  return platform === "win32" ? win32 : posix;
}

/**
 * Returns true if the npm packages must be installed: they are missing, incomplete, or older than
 * the lock file.
 *
 * @param {Machine} machine
 */
function needsPackages({ root, platform, modifiedAt }) {
  const paths = pathsOf(platform);
  // npm writes this file last.
  const installed = modifiedAt(paths.join(root, "node_modules", ".package-lock.json"));
  const wanted = modifiedAt(paths.join(root, "package-lock.json"));
  return installed === undefined || (wanted !== undefined && installed < wanted);
}

/**
 * Returns the path of the runtime in the npm package `node`. The Windows executable has another
 * name.
 *
 * @param {string} root
 * @param {string} platform
 */
function projectNode(root, platform) {
  const program = platform === "win32" ? "node.exe" : "node";
  return pathsOf(platform).join(root, "node_modules", "node", "bin", program);
}

/**
 * Lists the missing Debian packages that only the tests need: Firefox, and the tools that respond
 * to real permission prompts.
 *
 * @param {Machine} machine
 */
function listMissingTestPackages({ platform, env, files }) {
  const missing = [];
  if (!findFirefox(platform, env, files)) missing.push("firefox-esr");
  if (!hasProgram(platform, env, "Xvfb", files)) missing.push("xvfb");
  if (!hasProgram(platform, env, "xdotool", files)) missing.push("xdotool");
  return missing;
}

/** @param {Machine} machine */
function explainNoBrowser({ platform, env, files }) {
  const isLinux = platform === "linux";
  let advice = "Install Chromium, Brave, Google Chrome or Microsoft Edge";
  if (isLinux) advice += " with your system's packages (Debian: apt-get install chromium)";
  return [
    "Could not find or install a Chromium-based browser.",
    "Searched:",
    "  the environment variable TENANT_INSPECTOR_BROWSER",
    ...listChromiumPlaces(platform, env, files).map((place) => `  ${place}`),
    "Tried:",
    "  npx playwright install chromium",
    ...(isLinux ? ["  apt-get install chromium (as root on Debian or Ubuntu)"] : []),
    ...(isLinux
      ? ["A browser that does not start, because a library is missing, is skipped."]
      : []),
    `${advice}, or set TENANT_INSPECTOR_BROWSER to the browser's path, then run the command again.`,
  ].join("\n");
}

/** @param {Environment} env */
function nameOfPath(env) {
  return Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
}

/** @param {Machine} machine */
async function installNpmPackages({ root, platform, env, run }) {
  const paths = pathsOf(platform);
  // Windows cannot remove the runtime that runs this script; `install` keeps it.
  const isRuntimeInUse =
    platform === "win32" && process.execPath.startsWith(paths.join(root, "node_modules"));
  // npm puts the project's programs first on the path, including the runtime that is about to be
  // replaced.
  const path = nameOfPath(env);
  const folders = (env[path] ?? "")
    .split(paths.delimiter)
    .filter((one) => !one.includes("node_modules"));
  const { code, lines } = await run(
    "installing the npm packages",
    "npm",
    [isRuntimeInUse ? "install" : "ci", "--include=dev", "--no-audit", "--no-fund"],
    {
      cwd: root,
      env: { ...env, [path]: folders.join(paths.delimiter) },
      shell: platform === "win32",
    },
  );
  if (code !== 0) {
    const errors = lines.filter((line) => line.startsWith("npm error "));
    const reasons = (errors.length > 0 ? errors : lines).slice(0, 15);
    throw new SetUpError(
      `Could not install the npm packages. npm wrote:\n${reasons.join("\n")}\nFix this problem, then run the command again.`,
    );
  }
}

/** @param {Machine} machine */
async function downloadBrowser({ root, platform, env, run }) {
  const cli = pathsOf(platform).join(root, "node_modules", "playwright", "cli.js");
  await run(
    "no browser found, downloading Chromium with Playwright",
    projectNode(root, platform),
    [cli, "install", "chromium", "--no-shell"],
    { cwd: root, env },
  );
}

/**
 * @param {readonly string[]} packages
 * @param {Machine} machine
 */
async function installDebianPackages(packages, { root, env, run }) {
  const options = { cwd: root, env: { ...env, DEBIAN_FRONTEND: "noninteractive" } };
  const refresh = "refreshing the list of Debian packages";
  const { code } = await run(refresh, "apt-get", ["update"], options);
  if (code !== 0) return;
  const args = ["install", "-y", "--no-install-recommends", ...packages];
  await run(`installing ${packages.join(", ")} with apt-get`, "apt-get", args, options);
}

/**
 * Prepares the machine for a command. Prints nothing if the machine is ready.
 *
 * Parts that only the tests use besides a Chromium-based browser (Firefox, Xvfb, xdotool) can be
 * missing: the tests list at their end what could not run.
 *
 * @param {"start" | "test"} command
 * @param {Machine} machine
 * @returns {Promise<string>} the browser's path
 * @throws {SetUpError} if the packages or a browser are missing and cannot be installed
 */
export async function setUp(command, machine) {
  const { platform, env, files, canStart } = machine;
  await setUpPackages(machine);
  const named = env["TENANT_INSPECTOR_BROWSER"];
  if (named && !files.exists(named)) {
    throw new SetUpError(
      `TENANT_INSPECTOR_BROWSER names ${named}, which does not exist. Correct or remove the variable, then run the command again.`,
    );
  }
  // A downloaded browser needs system libraries that a minimal Linux does not have: there, accept
  // only a browser that starts.
  const starting = {
    ...files,
    exists: (/** @type {string} */ path) => files.exists(path) && canStart(path),
  };
  const find = () => findChromium(platform, env, platform === "linux" ? starting : files);
  let browser = find();
  if (!browser) {
    await downloadBrowser(machine);
    browser = find();
  }
  const missing = [
    ...(browser ? [] : ["chromium", "fonts-liberation"]),
    ...(command === "test" ? listMissingTestPackages(machine) : []),
  ];
  if (hasApt(machine) && missing.length > 0) await installDebianPackages(missing, machine);
  browser ??= find();
  if (!browser) throw new SetUpError(explainNoBrowser(machine));
  return browser;
}

/**
 * Prepares the machine for `npm start -- --firefox`, which needs no other browser.
 *
 * @param {Machine} machine
 * @returns {Promise<string>} the path of Firefox
 * @throws {SetUpError} if the packages or Firefox are missing and cannot be installed
 */
export async function setUpFirefox(machine) {
  const { platform, env, files } = machine;
  await setUpPackages(machine);
  const find = () => findFirefox(platform, env, files);
  if (!find() && hasApt(machine)) await installDebianPackages(["firefox-esr"], machine);
  const browser = find();
  if (browser) return browser;
  throw new SetUpError(
    "Could not find or install Firefox. Install it, or set TENANT_INSPECTOR_FIREFOX to its path, then run the command again.",
  );
}

/** @param {Machine} machine */
async function setUpPackages(machine) {
  const { root, platform, files } = machine;
  if (needsPackages(machine)) await installNpmPackages(machine);
  if (!files.exists(projectNode(root, platform))) {
    throw new SetUpError(
      "The npm package `node` has no program, because npm did not run install scripts. Run `npm rebuild node --ignore-scripts=false`, then run the command again.",
    );
  }
}

/** @param {Machine} machine */
function hasApt({ platform, isRoot, files }) {
  return platform === "linux" && isRoot && files.exists("/usr/bin/apt-get");
}

/**
 * Starts a program on the project's Node in place of this process: same streams, signals and exit
 * code.
 *
 * @param {Machine} machine
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
function handOver({ root, platform, env }, program, args) {
  const node = projectNode(root, platform);
  const path = nameOfPath(env);
  const paths = pathsOf(platform);
  const folders = [paths.dirname(node), paths.join(root, "node_modules", ".bin"), env[path] ?? ""];
  const child = spawn(node, [program, ...args], {
    cwd: root,
    env: { ...env, [path]: folders.join(paths.delimiter) },
    stdio: "inherit",
  });
  /** @type {NodeJS.Signals[]} */
  const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of forwarded) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both processes; do not send a second one.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // The shell's convention for a program that a signal ended.
    child.once("exit", (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}

/**
 * The command line: prepares the machine, then runs tests/launch/start.ts or tests/launch/test.ts.
 *
 * @param {readonly string[]} words the arguments after the script's name
 * @returns {Promise<number>} the exit code
 */
export async function main([command, ...args]) {
  if (command !== "start" && command !== "test") {
    process.stderr.write("Usage: node tests/launch/set-up.mjs start|test [arguments]\n");
    return 2;
  }
  /** @type {Machine} */
  const machine = {
    root: resolve(dirname(fileURLToPath(import.meta.url)), "..", ".."),
    platform: process.platform,
    env: process.env,
    files: realFiles,
    isRoot: process.getuid?.() === 0,
    canStart: (browser) => spawnSync(browser, ["--version"], { stdio: "ignore" }).status === 0,
    modifiedAt: (path) => (existsSync(path) ? statSync(path).mtimeMs : undefined),
    run: runStep,
  };
  try {
    const inFirefox = command === "start" && args.includes("--firefox");
    const env = {
      ...machine.env,
      ...(inFirefox
        ? { TENANT_INSPECTOR_FIREFOX: await setUpFirefox(machine) }
        : { TENANT_INSPECTOR_BROWSER: await setUp(command, machine) }),
    };
    const program = join(machine.root, "tests", "launch", `${command}.ts`);
    return await handOver({ ...machine, env }, program, args);
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  process.exitCode = await main(process.argv.slice(2));
}
