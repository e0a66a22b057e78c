// Plain Node >= 18 and no dependency: the set-up script needs this before anything is installed.
import { existsSync, readdirSync } from "node:fs";
import { posix, win32 } from "node:path";

/**
 * The two file system operations of a search. Tests replace them to simulate any system.
 *
 * @typedef {object} Files
 * @property {(path: string) => boolean} exists
 * @property {(folder: string) => readonly string[]} list the names in a folder; none if it does not
 *   exist
 *
 * @typedef {Readonly<Record<string, string | undefined>>} Environment
 */

/** @type {Files} */
export const realFiles = {
  exists: existsSync,
  list(folder) {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
};

/**
 * Lists the paths of programs with these names, on a system with a search path like Linux.
 *
 * @param {Environment} env
 * @param {readonly string[]} names
 */
function onSearchPath(env, names) {
  const folders = [...(env["PATH"] ?? "").split(":"), "/usr/local/bin", "/usr/bin", "/bin"].filter(
    // A snap cannot read temporary folders of other programs, or hidden folders such as the
    // build's.
    (folder, index, all) => folder && folder !== "/snap/bin" && all.indexOf(folder) === index,
  );
  return names.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
}

/**
 * @param {Environment} env
 * @param {readonly string[]} names
 */
function inApplications(env, names) {
  const home = env["HOME"];
  const folders = ["/Applications", ...(home ? [posix.join(home, "Applications")] : [])];
  return names.flatMap((name) =>
    folders.map((folder) => posix.join(folder, `${name}.app`, "Contents", "MacOS", name)),
  );
}

/**
 * @param {Environment} env
 * @param {readonly string[]} programs
 */
function inProgramFiles(env, programs) {
  const folders = [env["LOCALAPPDATA"], env["PROGRAMFILES"], env["PROGRAMFILES(X86)"]].filter(
    (folder) => folder !== undefined,
  );
  return programs.flatMap((program) => folders.map((folder) => win32.join(folder, program)));
}

/**
 * Returns the program's path inside one of Playwright's folders; the names have changed over time.
 *
 * @param {string} platform
 */
function listPlaywrightPrograms(platform) {
  if (platform === "win32") return ["chrome-win64\\chrome.exe", "chrome-win\\chrome.exe"];
  if (platform === "darwin") {
    const testing = "Google Chrome for Testing";
    return ["chrome-mac-arm64", "chrome-mac-x64", "chrome-mac"].flatMap((folder) => [
      `${folder}/${testing}.app/Contents/MacOS/${testing}`,
      `${folder}/Chromium.app/Contents/MacOS/Chromium`,
    ]);
  }
  return ["chrome-linux64/chrome", "chrome-linux/chrome"];
}

/**
 * Lists Playwright's folders. Each revision of a browser has its own folder; the newest comes
 * first.
 *
 * @param {string} platform
 * @param {Environment} env
 * @param {Files} files
 */
function inPlaywrightFolders(platform, env, files) {
  const path = platform === "win32" ? win32 : posix;
  const home = env["HOME"] ?? "";
  let usual = env["XDG_CACHE_HOME"] || path.join(home, ".cache");
  if (platform === "win32") usual = env["LOCALAPPDATA"] ?? "";
  if (platform === "darwin") usual = path.join(home, "Library", "Caches");
  const cache = env["PLAYWRIGHT_BROWSERS_PATH"] || path.join(usual, "ms-playwright");
  const revision = (/** @type {string} */ folder) => Number(folder.slice("chromium-".length));
  return files
    .list(cache)
    .filter((folder) => /^chromium-\d+$/.test(folder))
    .sort((a, b) => revision(b) - revision(a))
    .flatMap((folder) =>
      listPlaywrightPrograms(platform).map((program) => path.join(cache, folder, program)),
    );
}

/**
 * Lists all paths of Chromium-based browsers on a system, in the order of preference.
 *
 * @param {string} platform
 * @param {Environment} env
 * @param {Files} [files]
 */
export function listChromiumPlaces(platform, env, files = realFiles) {
  const downloaded = inPlaywrightFolders(platform, env, files);
  if (platform === "darwin") {
    const names = ["Chromium", "Brave Browser", "Google Chrome", "Microsoft Edge"];
    return [...inApplications(env, names), ...downloaded];
  }
  if (platform === "win32") {
    const programs = [
      "Chromium\\Application\\chrome.exe",
      "BraveSoftware\\Brave-Browser\\Application\\brave.exe",
      "Google\\Chrome\\Application\\chrome.exe",
      "Microsoft\\Edge\\Application\\msedge.exe",
    ];
    return [...inProgramFiles(env, programs), ...downloaded];
  }
  const brave = ["brave-browser", "brave"];
  const chrome = ["google-chrome-stable", "google-chrome"];
  const edge = ["microsoft-edge-stable", "microsoft-edge"];
  return [
    ...onSearchPath(env, ["chromium", ...brave, ...chrome, ...edge]),
    ...downloaded,
    // Last, because on Ubuntu this program only starts a snap.
    ...onSearchPath(env, ["chromium-browser"]),
  ];
}

/**
 * Returns the Chromium-based browser to use, or undefined. TENANT_INSPECTOR_BROWSER overrides the
 * search.
 *
 * @param {string} platform
 * @param {Environment} env
 * @param {Files} [files]
 */
export function findChromium(platform, env, files = realFiles) {
  return (
    env["TENANT_INSPECTOR_BROWSER"] ||
    listChromiumPlaces(platform, env, files).find((place) => files.exists(place))
  );
}

/**
 * @param {string} platform
 * @param {Environment} env
 */
function listFirefoxPlaces(platform, env) {
  if (platform === "win32") {
    const folders = ["Mozilla Firefox", "Firefox Developer Edition"];
    return inProgramFiles(
      env,
      folders.map((folder) => win32.join(folder, "firefox.exe")),
    );
  }
  if (platform === "darwin") {
    // Both editions have a program named "firefox".
    return inApplications(env, ["Firefox", "Firefox Developer Edition"]).map((place) =>
      posix.join(posix.dirname(place), "firefox"),
    );
  }
  return onSearchPath(env, ["firefox-esr", "firefox"]);
}

/**
 * Returns the Firefox to use, or undefined. TENANT_INSPECTOR_FIREFOX overrides the search.
 *
 * @param {string} platform
 * @param {Environment} env
 * @param {Files} [files]
 */
export function findFirefox(platform, env, files = realFiles) {
  return (
    env["TENANT_INSPECTOR_FIREFOX"] ||
    listFirefoxPlaces(platform, env).find((place) => files.exists(place))
  );
}

/**
 * Returns true if this system has a program of this name. Always false on Windows, which has none
 * of these programs.
 *
 * @param {string} platform
 * @param {Environment} env
 * @param {string} name
 * @param {Files} [files]
 */
export function hasProgram(platform, env, name, files = realFiles) {
  if (platform === "win32") return false;
  return onSearchPath(env, [name]).some((place) => files.exists(place));
}
