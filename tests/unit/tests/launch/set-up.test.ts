import { expect, test } from "vitest";
import { setUp, setUpFirefox, SetUpError } from "../../../launch/set-up.mjs";
import type { Machine } from "../../../launch/set-up.mjs";

/** The effect of a step on the machine: the files that it creates, and its exit code. */
interface Effect {
  readonly adds?: readonly string[];
  readonly code?: number;
}

interface FakeMachine {
  readonly machine: Machine;
  /** The commands that ran, each as one line. */
  readonly steps: string[];
}

const node = "/repo/node_modules/node/bin/node";
const installed = { "/repo/package-lock.json": 1, "/repo/node_modules/.package-lock.json": 2 };
const testPrograms = ["/usr/bin/firefox-esr", "/usr/bin/Xvfb", "/usr/bin/xdotool"];

/**
 * A machine in memory. It throws for a step that has no entry in `effects`, whose keys are the
 * starts of command lines.
 */
function makeMachine(options: {
  files: readonly string[];
  effects?: Readonly<Record<string, Effect>>;
  modified?: Readonly<Record<string, number>>;
  env?: Machine["env"];
  isRoot?: boolean;
  cannotStart?: readonly string[];
}): FakeMachine {
  const files = new Set(options.files);
  const steps: string[] = [];
  const modified: Readonly<Record<string, number>> = options.modified ?? installed;
  const machine: Machine = {
    root: "/repo",
    platform: "linux",
    env: { PATH: "/repo/node_modules/.bin:/usr/bin", HOME: "/home/ada", ...options.env },
    files: {
      exists: (path) => files.has(path),
      list: (folder) =>
        [...files]
          .filter((path) => path.startsWith(`${folder}/`))
          .map((path) => path.slice(folder.length + 1).split("/")[0] ?? ""),
    },
    isRoot: options.isRoot ?? false,
    canStart: (browser) => !(options.cannotStart ?? []).includes(browser),
    modifiedAt: (path) => modified[path],
    run: (_what, command, args) => {
      const line = [command, ...args].join(" ");
      steps.push(line);
      const effect = Object.entries(options.effects ?? {}).find(([start]) => line.includes(start));
      if (!effect) throw new Error(`The test did not expect: ${line}`);
      for (const path of effect[1].adds ?? []) files.add(path);
      return Promise.resolve({
        code: effect[1].code ?? 0,
        lines: ["npm warn old", "npm error the reason"],
      });
    },
  };
  return { machine, steps };
}

test("setup changes nothing on a machine that is ready, for both commands", async () => {
  const { machine, steps } = makeMachine({ files: [node, "/usr/bin/chromium", ...testPrograms] });
  expect(await setUp("start", machine)).toBe("/usr/bin/chromium");
  expect(await setUp("test", machine)).toBe("/usr/bin/chromium");
  expect(steps).toEqual([]);
});

test.each([
  ["were never installed", { "/repo/package-lock.json": 1 }],
  [
    "are older than the lock file",
    { "/repo/package-lock.json": 3, "/repo/node_modules/.package-lock.json": 2 },
  ],
])("setup installs npm packages that %s", async (_case, modified) => {
  const { machine, steps } = makeMachine({
    files: ["/usr/bin/chromium"],
    modified,
    effects: { "npm ci": { adds: [node] } },
  });
  await setUp("start", machine);
  expect(steps).toEqual(["npm ci --include=dev --no-audit --no-fund"]);
});

test("setup reports a failure of npm with npm's reason", async () => {
  const { machine } = makeMachine({ files: [], modified: {}, effects: { "npm ci": { code: 1 } } });
  await expect(setUp("start", machine)).rejects.toThrow(/npm wrote:\nnpm error the reason\n/u);
});

test("setup reports a missing runtime with the command that installs it", async () => {
  const { machine } = makeMachine({ files: ["/usr/bin/chromium"] });
  await expect(setUp("start", machine)).rejects.toThrow("npm rebuild node");
});

test("setup for Firefox looks for no other browser", async () => {
  const { machine, steps } = makeMachine({ files: [node, "/usr/bin/firefox-esr"] });
  expect(await setUpFirefox(machine)).toBe("/usr/bin/firefox-esr");
  expect(steps).toEqual([]);
});

test("setup installs Firefox for root on Debian, and otherwise says how to name one", async () => {
  const files = [node, "/usr/bin/apt-get"];
  const effects = {
    "apt-get update": {},
    "apt-get install": { adds: ["/usr/bin/firefox-esr"] },
  };
  const { machine, steps } = makeMachine({ files, effects, isRoot: true });
  expect(await setUpFirefox(machine)).toBe("/usr/bin/firefox-esr");
  expect(steps.at(-1)).toContain("firefox-esr");
  const failure = setUpFirefox(makeMachine({ files }).machine);
  await expect(failure).rejects.toThrow("set TENANT_INSPECTOR_FIREFOX to its path");
});

test("setup downloads a browser with Playwright if none is installed", async () => {
  const place = "/home/ada/.cache/ms-playwright/chromium-1/chrome-linux64/chrome";
  const { machine, steps } = makeMachine({
    files: [node],
    effects: { "playwright/cli.js install chromium": { adds: [place] } },
  });
  expect(await setUp("start", machine)).toBe(place);
  expect(steps).toHaveLength(1);
});

test("setup installs the system's browser for root on Debian if the download fails or does not start", async () => {
  const place = "/home/ada/.cache/ms-playwright/chromium-1/chrome-linux64/chrome";
  for (const download of [{ code: 1 }, { adds: [place] }]) {
    const { machine, steps } = makeMachine({
      files: [node, "/usr/bin/apt-get"],
      isRoot: true,
      cannotStart: [place],
      effects: {
        "playwright/cli.js": download,
        "apt-get update": {},
        "apt-get install": { adds: ["/usr/bin/chromium"] },
      },
    });
    expect(await setUp("start", machine)).toBe("/usr/bin/chromium");
    expect(steps.slice(1)).toEqual([
      "apt-get update",
      "apt-get install -y --no-install-recommends chromium fonts-liberation",
    ]);
  }
});

test("setup installs missing Firefox, Xvfb and xdotool for the tests, for root on Debian", async () => {
  const { machine, steps } = makeMachine({
    files: [node, "/usr/bin/chromium", "/usr/bin/Xvfb", "/usr/bin/apt-get"],
    isRoot: true,
    effects: { "apt-get update": {}, "apt-get install": {} },
  });
  await setUp("test", machine);
  expect(steps.at(-1)).toBe("apt-get install -y --no-install-recommends firefox-esr xdotool");
});

test("setup for the tests succeeds without Firefox and root rights", async () => {
  const { machine, steps } = makeMachine({
    files: [node, "/usr/bin/chromium", "/usr/bin/apt-get"],
  });
  expect(await setUp("test", machine)).toBe("/usr/bin/chromium");
  expect(steps).toEqual([]);
});

test("setup reports the searched browsers and the packages to install if every step fails", async () => {
  const { machine } = makeMachine({ files: [node], effects: { "playwright/cli.js": { code: 1 } } });
  const failure = setUp("start", machine);
  await expect(failure).rejects.toBeInstanceOf(SetUpError);
  await expect(failure).rejects.toThrow(
    /TENANT_INSPECTOR_BROWSER[^]*\/usr\/bin\/chromium[^]*apt-get install chromium/u,
  );
});

test("setup reports a missing browser that the environment variable names", async () => {
  const { machine } = makeMachine({
    files: [node, "/usr/bin/chromium"],
    env: { TENANT_INSPECTOR_BROWSER: "/opt/gone" },
  });
  await expect(setUp("start", machine)).rejects.toThrow("names /opt/gone, which does not exist");
});

test("setup uses the Windows names of the runtime and the programs on Windows", async () => {
  const { machine, steps } = makeMachine({ files: [] });
  const edge = "C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe";
  const runtime = "C:\\repo\\node_modules\\node\\bin\\node.exe";
  const windows: Machine = {
    ...machine,
    root: "C:\\repo",
    platform: "win32",
    env: { Path: "C:\\Windows", PROGRAMFILES: "C:\\Program Files" },
    files: { exists: (path) => [edge, runtime].includes(path), list: () => [] },
    modifiedAt: (path) => (path.startsWith("C:\\repo\\") ? 1 : undefined),
  };
  expect(await setUp("test", windows)).toBe(edge);
  expect(steps).toEqual([]);
});
