import { describe, expect, test } from "vitest";
import {
  findChromium,
  findFirefox,
  hasProgram,
  listChromiumPlaces,
} from "../../../launch/find-browser.mjs";
import type { Files } from "../../../launch/find-browser.mjs";

/** A file system with only these files. */
function filesWith(...paths: string[]): Files {
  return {
    exists: (path) => paths.includes(path),
    list: (folder) =>
      paths
        .filter((path) => path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`))
        .map((path) => path.slice(folder.length + 1).split(/[/\\]/u)[0] ?? ""),
  };
}

const linux = { PATH: "/opt/tools:/usr/bin:/snap/bin", HOME: "/home/ada" };
const mac = { HOME: "/Users/ada" };
const windows = {
  LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local",
  PROGRAMFILES: "C:\\Program Files",
  "PROGRAMFILES(X86)": "C:\\Program Files (x86)",
};

describe("the Chromium-based browser", () => {
  test("is the one in the environment variable, even if other browsers are installed", () => {
    const env = { ...linux, TENANT_INSPECTOR_BROWSER: "/opt/my/browser" };
    expect(findChromium("linux", env, filesWith("/usr/bin/chromium"))).toBe("/opt/my/browser");
  });

  test.each([
    ["linux", linux, "/usr/bin/chromium"],
    ["linux", linux, "/opt/tools/brave-browser"],
    ["linux", linux, "/usr/bin/google-chrome-stable"],
    ["linux", linux, "/usr/local/bin/microsoft-edge"],
    ["linux", linux, "/home/ada/.cache/ms-playwright/chromium-1255/chrome-linux64/chrome"],
    ["linux", linux, "/usr/bin/chromium-browser"],
    ["darwin", mac, "/Applications/Chromium.app/Contents/MacOS/Chromium"],
    ["darwin", mac, "/Users/ada/Applications/Brave Browser.app/Contents/MacOS/Brave Browser"],
    ["darwin", mac, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
    ["darwin", mac, "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"],
    [
      "darwin",
      mac,
      "/Users/ada/Library/Caches/ms-playwright/chromium-1255/chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    ],
    ["win32", windows, "C:\\Users\\ada\\AppData\\Local\\Chromium\\Application\\chrome.exe"],
    ["win32", windows, "C:\\Program Files\\BraveSoftware\\Brave-Browser\\Application\\brave.exe"],
    ["win32", windows, "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"],
    ["win32", windows, "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe"],
    [
      "win32",
      windows,
      "C:\\Users\\ada\\AppData\\Local\\ms-playwright\\chromium-1255\\chrome-win64\\chrome.exe",
    ],
  ])("on %s is found in its usual place: %#", (platform, env, place) => {
    expect(findChromium(platform, env, filesWith(place))).toBe(place);
  });

  test("is Chromium before Brave, Chrome and Edge", () => {
    const edge = "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge";
    const chromium = "/Applications/Chromium.app/Contents/MacOS/Chromium";
    expect(findChromium("darwin", mac, filesWith(edge, chromium))).toBe(chromium);
  });

  test("of Playwright's downloads is the newest one, and never the headless shell", () => {
    const cache = "/home/ada/.cache/ms-playwright";
    const files = filesWith(
      `${cache}/chromium-999/chrome-linux/chrome`,
      `${cache}/chromium-1255/chrome-linux64/chrome`,
      `${cache}/chromium_headless_shell-1300/chrome-linux64/chrome`,
    );
    expect(findChromium("linux", linux, files)).toBe(
      `${cache}/chromium-1255/chrome-linux64/chrome`,
    );
  });

  test("is searched in the folder PLAYWRIGHT_BROWSERS_PATH", () => {
    const place = "/data/browsers/chromium-1/chrome-linux64/chrome";
    const env = { ...linux, PLAYWRIGHT_BROWSERS_PATH: "/data/browsers" };
    expect(findChromium("linux", env, filesWith(place))).toBe(place);
  });

  test("is not found if none is installed, or only a snap", () => {
    const files = filesWith("/snap/bin/chromium");
    expect(findChromium("linux", linux, files)).toBeUndefined();
    expect(listChromiumPlaces("linux", linux, files)).not.toContain("/snap/bin/chromium");
  });
});

describe("Firefox", () => {
  test.each([
    ["linux", linux, "/usr/bin/firefox-esr"],
    ["linux", linux, "/opt/tools/firefox"],
    ["darwin", mac, "/Applications/Firefox.app/Contents/MacOS/firefox"],
    ["win32", windows, "C:\\Program Files\\Mozilla Firefox\\firefox.exe"],
  ])("on %s is found in its usual place: %#", (platform, env, place) => {
    expect(findFirefox(platform, env, filesWith(place))).toBe(place);
  });

  test("is the one in the environment variable", () => {
    const env = { ...linux, TENANT_INSPECTOR_FIREFOX: "/opt/my/firefox" };
    expect(findFirefox("linux", env, filesWith())).toBe("/opt/my/firefox");
  });
});

test("a program is found if a folder of the search path contains it, and never on Windows", () => {
  const files = filesWith("/usr/bin/xdotool");
  expect(hasProgram("linux", linux, "xdotool", files)).toBe(true);
  expect(hasProgram("linux", linux, "Xvfb", files)).toBe(false);
  expect(hasProgram("win32", windows, "xdotool", files)).toBe(false);
});
